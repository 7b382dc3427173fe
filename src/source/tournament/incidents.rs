//! `incidents.csv`: what happened in the rounds besides the results.

use super::entrants::Numbers;
use crate::diag::{Diagnostic, Diagnostics};
use crate::model::{DateTime, Happening, Incident, Tournament, TransportProof, Whom};
use crate::source::table::{Cell, columns};

columns! {
    /// What happened in a round besides the results (RGC 5.5, 10, 12): each kind needs its own
    /// columns, and the rest stay empty.
    pub struct IncidentRow = "data/tournaments/…/incidents.csv" {
        /// Round, from 1.
        required round,
        /// `late` (needs `player`, `minutes`), `few-present` (`team`, `present`), `resumption`
        /// (`player`, `minutes`), `force-majeure` (`player` or `team`), `unfinished` (`player`,
        /// `session`, `hours`) or `reported` (`at`).
        required kind,
        /// Table of the match, or board.
        optional table,
        /// Number of the team.
        optional team,
        /// Pairing number of the player.
        optional player,
        /// Minutes late.
        optional minutes,
        /// Proof that public transport was at fault: `none` (when empty), `accepted` or `rejected`.
        optional proof,
        /// Players who were there.
        optional present,
        /// `true` where that was at the end of the time limit.
        optional at_limit,
        /// Sessions played.
        optional session,
        /// Hours on both clocks together.
        optional hours,
        /// `true` where the game decides the match.
        optional decides_match,
        /// `true` where the game can be judged.
        optional can_be_judged,
        /// `true` where both agreed to finish quickly.
        optional agreed,
        /// When the results were reported: `1990-11-19T12:30`.
        optional at,
    }
}

const KINDS: [&str; 6] =
    ["late", "few-present", "resumption", "force-majeure", "unfinished", "reported"];

fn key(word: &'static str) -> &'static str {
    word
}

/// Reads the incidents.
pub fn read_incidents(
    rows: &[IncidentRow<'_>],
    tournament: &mut Tournament,
    diagnostics: &mut Diagnostics,
) {
    let teams = Numbers::of_teams(&tournament.teams);
    let players = Numbers::of_entrants(&tournament.entrants);
    for row in rows {
        let round = row.round.ordinal(diagnostics);
        let kind = row.kind.word(&KINDS, key, diagnostics);
        let table = row.table.ordinal(diagnostics);
        let team = row.team.given().map(|_| teams.find(&row.team, "team", diagnostics));
        let player = row.player.given().map(|_| players.find(&row.player, "player", diagnostics));
        let whom = match (team, player) {
            (_, Some(player)) => player.map(Whom::Player),
            (Some(team), None) => team.map(Whom::Team),
            (None, None) => Some(Whom::Nobody),
        };
        let (Some(round), Some(kind), Some(whom)) = (round, kind, whom) else { continue };
        let rounds = tournament.rounds.max(tournament.rounds_recorded());
        if round > rounds {
            diagnostics.push(
                Diagnostic::error("E0505", format!("round {round} of {rounds}"))
                    .at(row.round.span)
                    .hint("a round of the event"),
            );
            continue;
        }
        if let Some(what) = happening(row, kind, whom, diagnostics) {
            tournament.incidents.push(Incident { round, table, whom, what });
        }
    }
}

fn happening(
    row: &IncidentRow<'_>,
    kind: &str,
    whom: Whom,
    diagnostics: &mut Diagnostics,
) -> Option<Happening> {
    // A column that the kind cannot do without.
    let needed = |cell: &Cell<'_>, column: &str, diagnostics: &mut Diagnostics| {
        if cell.given().is_none() {
            diagnostics.push(
                Diagnostic::error("E0113", format!("`{column}` is empty"))
                    .at(row.kind.span)
                    .hint(format!("`{kind}` needs it")),
            );
        }
        cell.given().is_some()
    };
    let whose = |player: bool, diagnostics: &mut Diagnostics| match (whom, player) {
        (Whom::Player(_), _) | (Whom::Team(_), false) => true,
        _ => needed(
            if player { &row.player } else { &row.team },
            if player { "player" } else { "team" },
            diagnostics,
        ),
    };
    match kind {
        "late" => {
            let proof = row.proof.word(&TransportProof::ALL, TransportProof::key, diagnostics);
            let known = whose(true, diagnostics) & needed(&row.minutes, "minutes", diagnostics);
            let minutes = row.minutes.number(diagnostics)?;
            known.then_some(Happening::Late { minutes, proof: proof.unwrap_or_default() })
        }
        "few-present" => {
            let known = whose(false, diagnostics) & needed(&row.present, "present", diagnostics);
            let present = row.present.number(diagnostics)?;
            let at_limit = row.at_limit.flag(diagnostics);
            known.then_some(Happening::FewPresent { present, at_limit })
        }
        "resumption" => {
            let known = whose(true, diagnostics) & needed(&row.minutes, "minutes", diagnostics);
            let minutes = row.minutes.number(diagnostics)?;
            known.then_some(Happening::LateAtResumption { minutes })
        }
        "force-majeure" => whose(false, diagnostics).then_some(Happening::ForceMajeure),
        "unfinished" => {
            let known = needed(&row.session, "session", diagnostics)
                & needed(&row.hours, "hours", diagnostics);
            let (session, hours) =
                (row.session.ordinal(diagnostics)?, row.hours.number(diagnostics)?);
            known.then_some(Happening::Unfinished {
                session,
                hours,
                decides_match: row.decides_match.flag(diagnostics),
                can_be_judged: row.can_be_judged.flag(diagnostics),
                agreed: row.agreed.flag(diagnostics),
            })
        }
        _ => {
            needed(&row.at, "at", diagnostics);
            let text = row.at.given()?;
            let at = text.parse::<DateTime>().ok();
            if at.is_none() {
                diagnostics.push(
                    Diagnostic::error("E0106", format!("`{text}` is not a moment"))
                        .at(row.at.span)
                        .hint("write day and hour: `1990-11-19T12:30`"),
                );
            }
            at.map(|at| Happening::Reported { at })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Sources;
    use crate::model::{Entrant, System};
    use crate::source::table::read_rows;

    fn read(lines: &str) -> (Tournament, Vec<&'static str>) {
        let mut t = Tournament::new("x", "X", System::Swiss, 3);
        t.entrants = (1..=2).map(|n| Entrant::new(n, format!("J{n}"))).collect();
        let text = format!("round,kind,player,minutes,proof,at\n{lines}");
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let file = sources.add("incidents.csv", text.as_str());
        let rows = read_rows::<IncidentRow<'_>>(file, &text, &mut diagnostics);
        read_incidents(&rows, &mut t, &mut diagnostics);
        (t, diagnostics.iter().map(|d| d.code.0).collect())
    }

    #[test]
    fn each_kind_has_its_columns() {
        let (t, codes) =
            read("1,late,2,75,accepted,\n2,force-majeure,1,,,\n3,reported,,,,1990-11-19T12:30\n");
        assert!(codes.is_empty(), "{codes:?}");
        let late = Happening::Late { minutes: 75, proof: TransportProof::Accepted };
        assert_eq!((t.incidents[0].whom, t.incidents[0].what), (Whom::Player(1), late));
        assert_eq!(t.incidents[1].what, Happening::ForceMajeure);
        assert!(matches!(t.incidents[2].what, Happening::Reported { .. }));
    }

    #[test]
    fn what_is_missing_or_wrong_is_told_and_left_out() {
        for (line, code) in [
            ("1,late,2,,,\n", "E0113"),
            ("1,late,,70,,\n", "E0113"),
            ("1,sleepy,2,70,,\n", "E0114"),
            ("1,late,2,70,perhaps,\n", "E0114"),
            ("9,late,2,70,,\n", "E0505"),
            ("1,reported,,,,Monday\n", "E0106"),
            ("1,force-majeure,,,,\n", "E0113"),
        ] {
            let (t, codes) = read(line);
            assert_eq!(codes, [code], "{line}");
            assert!(t.incidents.is_empty() || code == "E0114", "{line}");
        }
    }
}

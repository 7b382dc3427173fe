//! Case files of discipline: `data/discipline/1991-03.toml`.

use std::path::Path;
use std::sync::Arc;

use super::people::{CLUBS_FILE, PLAYERS_FILE};
use super::settings::{Given, keys, read_settings, word};
use crate::diag::{Diagnostic, Diagnostics, Sources, Span};
use crate::model::{
    Archive, CaseDays, CaseFile, Date, Delegation, Imposed, InfringerKind, Sanction, SanctionUnit,
    fold, slugify,
};
use crate::project::Project;
use crate::rulebook::{ProvisionId, Rulebook};

pub const DISCIPLINE: &str = "data/discipline";

/// Letters of a word of a name from which on it names somebody in a text.
const TELLING: usize = 4;

word!(InfringerKind, "a kind of infringer", InfringerKind::ALL.map(|kind| (kind.key(), kind)));
word!(Sanction, "a sanction", Sanction::ALL);
word!(SanctionUnit, "a unit", SanctionUnit::ALL);

keys! {
    /// A case file of discipline. Nothing of it is published unless it says so.
    pub struct DisciplineFile = "data/discipline/1991-03.toml" {
        /// Number of the case, as it is cited; the name of the file when left out.
        number: Arc<str>,
        /// `club`, `player`, `official` (delegate, arbiter, director) or `other`.
        kind: Given<InfringerKind>,
        /// The infringer, by identifier in `data/players.csv`.
        player: Given<String>,
        /// The infringer, by identifier in `data/clubs.csv`.
        club: Given<String>,
        /// The infringer by name, where they are in no register.
        name: Given<Arc<str>>,
        /// `true` where the resolution is made public (RDE 26.5); `false` when left out.
        published: bool,
        /// `true` where the infringer may be named in it; `false` when left out.
        named: bool,
        /// Tournament or match, in words.
        event: Given<Arc<str>>,
        /// Day of the facts.
        committed: Given<Date>,
        /// What happened. It may not name somebody whose name is withheld.
        facts: Given<Arc<str>>,
        /// The infraction, by its label in RDE 7 to 9: `8.B.1.c`. Without it, the breach of a rule
        /// in force that no article names.
        infraction: Given<String>,
        /// `true` where at least one round a day is played.
        daily: bool,
        /// `true` where a titled arbiter was appointed.
        titled_arbiter: bool,
        /// Delegation whose own Competition Committee decides.
        delegation: Delegation,
        /// Letters of RDE 14: `["b"]`.
        mitigating: Vec<Given<String>>,
        /// Letters of RDE 15.
        aggravating: Vec<Given<String>>,
        /// The infringer is paid for the task: only then there can be a fine (RDE 11.4).
        paid: bool,
        /// The sanction proposed or imposed.
        sanction: Given<SanctionFile>,
        /// Days of the procedure, as far as it has gone.
        days: DaysFile,
        /// `true` for a case invented for demonstration.
        invented: bool,
    }
}

keys! {
    /// The sanction of a case.
    pub struct SanctionFile = "[sanction]" {
        /// `warning`, `public-admonition`, `suspension`, `loss-of-rights`,
        /// `permanent-loss-of-rights`, `licence-withdrawal`, `life-disqualification`, `fine`,
        /// `venue-closing`, `loss-or-exclusion`, `loss-of-points-or-places` or `loss-of-category`.
        kind: Sanction,
        /// How much.
        amount: u32,
        /// Of what: `months`, `years`, `seasons`, `matches` or `pesetas`.
        unit: SanctionUnit,
        /// Accessory fine, in pesetas.
        fine: u32,
        /// Matches of the team's season, where the sanction is counted in matches.
        season_matches: u32,
    }
}

keys! {
    /// Days of a procedure; those that have not come are left out.
    pub struct DaysFile = "[days]" {
        /// The match or game was played.
        played: Date,
        /// Annexes of the delegates arrived (RDE 23.7).
        annexes: Date,
        /// The Competition Committee met (RDE 23.8).
        meeting: Date,
        /// A file was proposed (RDE 24.4).
        proposal: Date,
        /// The committee met on the proposal.
        proposal_meeting: Date,
        /// First session of the Executive Council after the cause (RDE 25.2).
        session: Date,
        /// Opening order.
        opened: Date,
        /// The accused learnt who was appointed (RDE 25.8).
        appointed: Date,
        /// They were challenged.
        challenged: Date,
        /// The challenge was ruled on.
        challenge_ruled: Date,
        /// The evidence phase began (RDE 25.9.b).
        evidence: Date,
        /// It ended.
        evidence_closed: Date,
        /// Evidence was refused.
        evidence_refused: Date,
        /// The refusal was claimed against.
        evidence_claimed: Date,
        /// The claim was ruled on.
        evidence_ruled: Date,
        /// The charges were notified (RDE 25.11).
        charges: Date,
        /// The statement of defence arrived.
        defence: Date,
        /// The file was sent up (RDE 25.13).
        raised: Date,
        /// The decision.
        resolved: Date,
        /// It was notified.
        notified: Date,
        /// It was appealed.
        appealed: Date,
        /// The appeal was ruled on.
        appeal_ruled: Date,
        /// The file stood still from this day (RDE 16.c).
        stopped: Date,
        /// It was taken up again.
        resumed: Date,
        /// The stop is due to the accused.
        stopped_by_accused: bool,
        /// The day asked about; the last day of the file when left out.
        asked: Date,
    }
}

/// Reads all case files into the archive, by name of file.
pub fn read_cases(
    project: &Project,
    archive: &mut Archive,
    rulebook: &Rulebook,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) {
    for path in super::list(project, Path::new(DISCIPLINE), "toml", diagnostics) {
        let case = read_case(project, &path, archive, rulebook, sources, diagnostics);
        archive.cases.extend(case);
    }
}

/// Reads one case file; `None`, with diagnostics, where something essential is missing.
pub fn read_case(
    project: &Project,
    path: &Path,
    archive: &Archive,
    rulebook: &Rulebook,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<CaseFile> {
    let Given { value: file, span } =
        read_settings::<DisciplineFile>(project, path, sources, diagnostics)?;
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let slug = slugify(&stem);
    let missing = |key: &str, example: &str| {
        Diagnostic::error("E0206", format!("a case needs `{key}`"))
            .at(span)
            .hint(format!("add `{example}`"))
    };
    if file.kind.is_none() {
        diagnostics.push(missing("kind", "kind = \"player\""));
    }
    if file.committed.is_none() {
        diagnostics.push(missing("committed", "committed = 1991-03-03"));
    }
    if file.facts.is_none() {
        diagnostics.push(missing("facts", "facts = \"…\""));
    }
    let (name, person) = infringer(&file, archive, span, diagnostics)?;
    let infraction = file.infraction.as_ref().and_then(|given| {
        let path = given.value.trim().trim_start_matches("RDE").trim().to_owned();
        let id = ProvisionId::from_parts("RDE", &path);
        if rulebook.provision(&id).is_none()
            || !["7.", "8.", "9."].iter().any(|a| path.starts_with(a))
        {
            let known = rulebook.provisions().map(|provision| provision.id.as_str());
            let known: Vec<&str> = known
                .filter_map(|id| id.strip_prefix("RDE "))
                .filter(|id| !id.is_empty())
                .collect();
            diagnostics.push(
                Diagnostic::error("E0530", format!("no infraction `{}`", given.value))
                    .at(given.span)
                    .hint("a label of RDE 7, 8 or 9: `8.B.1.c`")
                    .suggest(&path, known),
            );
            return None;
        }
        Some(Arc::from(path))
    });
    let mut letters = |given: Option<Vec<Given<String>>>, article: &str| {
        let mut found: Vec<Arc<str>> = Vec::new();
        for letter in given.into_iter().flatten() {
            let bare = letter.value.trim().trim_start_matches(&format!("{article}.")).to_owned();
            let id = ProvisionId::from_parts("RDE", &format!("{article}.{bare}"));
            if rulebook.provision(&id).is_none() {
                diagnostics.push(
                    Diagnostic::error("E0531", format!("RDE {article} has no letter `{bare}`"))
                        .at(letter.span)
                        .hint("write the letter of the circumstance alone: `\"b\"`"),
                );
            } else if !found.iter().any(|known| **known == *bare) {
                found.push(bare.into());
            }
        }
        found
    };
    let mitigating = letters(file.mitigating, "14");
    let aggravating = letters(file.aggravating, "15");
    let imposed = file.sanction.and_then(|given| imposed(given, diagnostics));
    let (kind, committed, facts) = (file.kind?, file.committed?, file.facts?);
    let named = file.named.unwrap_or(false);
    let case = CaseFile {
        number: file.number.unwrap_or_else(|| stem.as_str().into()),
        slug: slug.into(),
        kind: kind.value,
        name: Some(name.clone()),
        person,
        published: file.published.unwrap_or(false),
        named,
        event: file.event.as_ref().map(|event| event.value.clone()),
        committed: committed.value,
        facts: facts.value.clone(),
        infraction,
        daily: file.daily.unwrap_or(false),
        titled_arbiter: file.titled_arbiter.unwrap_or(false),
        delegation: file.delegation,
        mitigating,
        aggravating,
        paid: file.paid,
        imposed,
        days: days(file.days.unwrap_or_default()),
        earlier: Vec::new(),
        invented: file.invented.unwrap_or(false),
    };
    if case.published && !named {
        let texts =
            [Some((&*facts.value, facts.span)), file.event.as_ref().map(|e| (&*e.value, e.span))];
        for (text, span) in texts.into_iter().flatten() {
            tells_name(text, &name, span, diagnostics);
        }
        tells_name(&case.slug.replace('-', " "), &name, span, diagnostics);
        tells_name(&case.number, &name, span, diagnostics);
    }
    if committed.value > case.days.last().unwrap_or(committed.value) {
        diagnostics.push(
            Diagnostic::error("E0533", "the facts come after every day of the procedure")
                .at(committed.span)
                .hint("correct `committed`, or the days"),
        );
    }
    Some(case)
}

/// Name and, for players, slug of the infringer. Exactly one of the three keys tells them.
fn infringer(
    file: &DisciplineFile,
    archive: &Archive,
    span: Span,
    diagnostics: &mut Diagnostics,
) -> Option<(Arc<str>, Option<Arc<str>>)> {
    let one = [file.player.is_some(), file.club.is_some(), file.name.is_some()];
    if one.into_iter().filter(|given| *given).count() != 1 {
        diagnostics.push(
            Diagnostic::error("E0532", "a case needs one infringer")
                .at(span)
                .hint("one of `player`, `club` and `name`"),
        );
        return None;
    }
    if let Some(player) = &file.player {
        return match archive.people.get(player.value.as_str()) {
            Some(person) => Some((person.name.clone(), Some(person.slug.clone()))),
            None => {
                diagnostics.push(
                    Diagnostic::error("E0403", format!("no player `{}`", player.value))
                        .at(player.span)
                        .hint(format!("add a line to `{PLAYERS_FILE}`, or give the `name`"))
                        .suggest(&player.value, archive.people.keys().map(|slug| &**slug)),
                );
                None
            }
        };
    }
    if let Some(club) = &file.club {
        return match archive.clubs.get(club.value.as_str()) {
            Some(club) => Some((club.name.clone(), None)),
            None => {
                diagnostics.push(
                    Diagnostic::error("E0402", format!("no club `{}`", club.value))
                        .at(club.span)
                        .hint(format!("add it to `{CLUBS_FILE}`, or give the `name`"))
                        .suggest(&club.value, archive.clubs.keys().map(|slug| &**slug)),
                );
                None
            }
        };
    }
    file.name.as_ref().map(|name| (name.value.clone(), None))
}

/// A word of a withheld name in a text that is published is an error: names are left out, not
/// blackened.
fn tells_name(text: &str, name: &str, span: Span, diagnostics: &mut Diagnostics) {
    let words = |text: &str| -> Vec<String> {
        let folded = fold(text);
        let parts = folded.split(|c: char| !c.is_alphanumeric());
        parts.filter(|word| word.chars().count() >= TELLING).map(str::to_owned).collect()
    };
    // Words of every club's name tell nobody.
    let common = ["club", "clubs", "escacs", "unio", "associacio", "penya", "centre"];
    let telling = words(name).into_iter().filter(|word| !common.contains(&word.as_str()));
    let in_text = words(text);
    if let Some(word) = telling.into_iter().find(|word| in_text.contains(word)) {
        diagnostics.push(
            Diagnostic::error("E0534", "this text names somebody whose name is withheld")
                .at_label(span, format!("`{word}` is of the name"))
                .hint("write “the accused”, or `named = true` where the name may be published"),
        );
    }
}

fn imposed(
    Given { value: file, span }: Given<SanctionFile>,
    diagnostics: &mut Diagnostics,
) -> Option<Imposed> {
    let Some(sanction) = file.kind else {
        diagnostics.push(
            Diagnostic::error("E0206", "a sanction needs its `kind`")
                .at(span)
                .hint("add `kind = \"suspension\"`"),
        );
        return None;
    };
    let unit = file.unit.or((sanction == Sanction::Fine).then_some(SanctionUnit::Pesetas));
    let measured = matches!(
        sanction,
        Sanction::Suspension | Sanction::LossOfRights | Sanction::Fine | Sanction::VenueClosing
    );
    if measured && (file.amount.is_none() || unit.is_none()) {
        diagnostics.push(
            Diagnostic::error("E0535", "this sanction needs `amount` and `unit`")
                .at(span)
                .hint("for example `amount = 3` and `unit = \"months\"`"),
        );
        return None;
    }
    Some(Imposed {
        sanction,
        amount: file.amount,
        unit,
        fine: file.fine,
        season_matches: file.season_matches,
    })
}

fn days(file: DaysFile) -> CaseDays {
    CaseDays {
        played: file.played,
        annexes: file.annexes,
        meeting: file.meeting,
        proposal: file.proposal,
        proposal_meeting: file.proposal_meeting,
        session: file.session,
        opened: file.opened,
        appointed: file.appointed,
        challenged: file.challenged,
        challenge_ruled: file.challenge_ruled,
        evidence: file.evidence,
        evidence_closed: file.evidence_closed,
        evidence_refused: file.evidence_refused,
        evidence_claimed: file.evidence_claimed,
        evidence_ruled: file.evidence_ruled,
        charges: file.charges,
        defence: file.defence,
        raised: file.raised,
        resolved: file.resolved,
        notified: file.notified,
        appealed: file.appealed,
        appeal_ruled: file.appeal_ruled,
        stopped: file.stopped,
        resumed: file.resumed,
        stopped_by_accused: file.stopped_by_accused.unwrap_or(false),
        asked: file.asked,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rulebook;

    fn read(text: &str) -> (Option<CaseFile>, String) {
        let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
        let project = Project::memory([("data/discipline/1991-03.toml", text)]);
        let mut archive = Archive::default();
        read_cases(&project, &mut archive, rulebook(), &sources, &mut diagnostics);
        (archive.cases.pop(), diagnostics.render(&sources, false))
    }

    const GOOD: &str = "kind = \"official\"\nname = \"Vallhonrat Escuder, Bonaventura\"\n\
        committed = 1991-02-03\nfacts = \"L'àrbitre arriba tard.\"\ninfraction = \"8.B.3.b\"\n\
        aggravating = [\"d\"]\npublished = true\n";

    #[test]
    fn a_case_is_read_with_its_letters() {
        let (case, problems) = read(&format!(
            "{GOOD}[sanction]\nkind = \"suspension\"\namount = 2\nunit = \"months\"\n\
             [days]\nresolved = 1991-03-04\n"
        ));
        assert_eq!(problems, "");
        let mut case = case.expect("it is complete");
        assert_eq!((&*case.number, &*case.slug), ("1991-03", "1991-03"));
        assert_eq!(case.infraction.as_deref(), Some("8.B.3.b"));
        assert_eq!(case.imposed.map(|i| i.amount), Some(Some(2)));
        case.withhold();
        assert_eq!(case.name, None);
    }

    /// RDE 26.5: every place in which a withheld name could stand.
    #[test]
    fn a_withheld_name_may_not_stand_in_any_text() {
        for text in [
            GOOD.replace("L'àrbitre arriba", "En Bonaventura arriba"),
            GOOD.replace("L'àrbitre arriba", "El senyor Vallhonrat arriba"),
            format!("event = \"Torneig Escuder\"\n{GOOD}"),
            format!("number = \"Vallhonrat/1991\"\n{GOOD}"),
        ] {
            let (_, problems) = read(&text);
            assert!(problems.contains("E0534"), "{text}: {problems}");
            let (_, problems) = read(&format!("named = true\n{text}"));
            assert_eq!(problems, "", "{text}");
            let (_, problems) = read(&text.replace("published = true\n", ""));
            assert_eq!(problems, "", "what is not published may say anything");
        }
    }

    #[test]
    fn every_problem_of_a_bad_file_is_told() {
        let (case, problems) = read("kind = \"arbitre\"\nname = \"A\"\nplayer = \"x\"\n");
        assert_eq!(case, None);
        for word in ["E0205", "E0206", "needs `committed`", "needs `facts`", "E0532"] {
            assert!(problems.contains(word), "{word}: {problems}");
        }
        let (_, problems) =
            read(&GOOD.replace("8.B.3.b", "8.B.3.z").replace("[\"d\"]", "[\"q\"]").replace(
                "published = true",
                "[sanction]\nkind = \"suspension\"\n[days]\nplayed = 1991-01-01",
            ));
        for word in ["E0530", "E0531", "E0535", "E0533", "1991-03.toml:5:"] {
            assert!(problems.contains(word), "{word}: {problems}");
        }
    }
}

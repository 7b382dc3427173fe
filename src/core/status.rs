//! What readers must know before they use a result: is it final, is it rated and by whom, was it
//! corrected, who left and who came late.

use super::Rules1990;
use super::homologation::{HomologationContext, homologated_for_norms, verdict};
use super::report::{Entry, Fact, Msg, Value, Verdict};
use crate::model::{Absence, Cell, EventKind, System, Tournament};
use crate::rulebook::ProvisionId;

/// The facts, in the order in which they are told; what does not apply is left out.
pub fn facts(t: &Tournament, rules: &Rules1990, context: &HomologationContext) -> Vec<Fact> {
    let fact = |key, label, value: Value| Fact::new(key, Msg::new(label), Entry::plain(value));
    let mut facts = vec![fact("state", "status.state", state(t).into())];
    if !t.is_team_event() && matches!(t.kind, EventKind::Closed | EventKind::Open) {
        let elo = verdict(t, rules, context);
        facts.push(fact("rated", "status.rated", rated(t.homologation.valid_for_fide, elo)));
        facts.push(fact("homologated", "status.homologated", elo.into()));
        let norms = homologated_for_norms(t, rules, context);
        facts.push(fact("for-norms", "status.for-norms", norms.into()));
    } else if let Some(fide) = t.homologation.valid_for_fide {
        let key = if fide { "status.rated-fide" } else { "status.not-rated" };
        facts.push(fact("rated", "status.rated", Msg::new(key).into()));
    }
    facts.extend(withdrawn(t));
    let late = late(t);
    if !late.is_empty() {
        facts.push(fact("late", "status.late", late.into()));
    }
    let corrections = t.corrections.iter().map(|correction| {
        let key = match correction.round {
            Some(_) => "status.correction-of-round",
            None => "status.correction",
        };
        let msg = Msg::new(key)
            .with("date", correction.date)
            .with("round", correction.round)
            .with("text", correction.text.clone());
        Value::from(msg)
    });
    let corrections: Vec<Value> = corrections.collect();
    if !corrections.is_empty() {
        facts.push(fact("corrected", "status.corrected", corrections.into()));
    }
    facts
}

fn state(t: &Tournament) -> Msg {
    let over = t.rounds_complete();
    match over {
        _ if t.is_finished() && t.rounds > 0 => Msg::new("status.final"),
        0 => Msg::new("status.not-begun"),
        _ => Msg::new("status.provisional").with("round", over).with("rounds", t.rounds),
    }
}

/// By whom it is rated; unknown where the data do not say.
fn rated(fide: Option<bool>, catalan: Verdict) -> Value {
    let key = match (fide, catalan) {
        (Some(true), Verdict::Met) => "status.rated-both",
        (Some(true), _) => "status.rated-fide",
        (_, Verdict::Met) => "status.rated-catalan",
        (Some(false), Verdict::NotMet) => "status.not-rated",
        _ => return Verdict::Unknown.into(),
    };
    Msg::new(key).into()
}

/// Who left by a recorded decision; in a knock-out being out is no departure.
fn withdrawn(t: &Tournament) -> Option<Fact> {
    if t.withdrawals.is_empty() || t.system == System::KnockOut {
        return None;
    }
    let names = t.withdrawals.iter().filter_map(|withdrawal| {
        let key = match withdrawal.eliminated {
            true => "status.eliminated-after",
            false => "status.withdrawn-after",
        };
        let msg = Msg::new(key)
            .with("name", name(t, withdrawal.entrant)?)
            .with("round", withdrawal.after_round);
        Some(Value::from(msg))
    });
    let entry = Entry::plain(names.collect::<Vec<_>>()).cite(&ProvisionId::from("RGC 14.3"));
    Some(Fact::new("withdrawn", Msg::new("status.withdrawn"), entry))
}

/// Who was not there from the first round on. Who has not appeared at all did not come late.
fn late(t: &Tournament) -> Vec<Value> {
    if t.is_team_event() {
        return Vec::new();
    }
    let not_entered = |cell: &&Cell| matches!(cell, Cell::Absent(Absence::NotEntered));
    t.cells
        .iter()
        .enumerate()
        .filter_map(|(who, cells)| {
            let missed = cells.iter().take_while(not_entered).count();
            if missed == 0 || missed == cells.len() {
                return None;
            }
            let msg =
                Msg::new("status.late-from").with("name", name(t, who)?).with("round", missed + 1);
            Some(Value::from(msg))
        })
        .collect()
}

fn name(t: &Tournament, who: usize) -> Option<Value> {
    if t.is_team_event() {
        return t.teams.get(who).map(|team| Value::from(team.name.clone()));
    }
    t.entrants.get(who).map(|entrant| Value::from(entrant.name.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Archive, Bye, Correction, Date, Entrant, Withdrawal};
    use crate::test_rules::rules;

    fn of(t: &Tournament) -> Vec<Fact> {
        facts(t, rules(), &HomologationContext::for_event(t, &Archive::default()))
    }

    fn event() -> Tournament {
        let mut t = Tournament::new("x", "X", System::Swiss, 2);
        t.entrants = (1..=2).map(|n| Entrant::new(n, format!("J{n}"))).collect();
        t.cells = vec![
            vec![Cell::Absent(Absence::NotEntered), Cell::Bye(Bye::Half)],
            vec![Cell::Bye(Bye::Pairing), Cell::Bye(Bye::Half)],
        ];
        t
    }

    fn key_of(facts: &[Fact], fact: &str) -> Option<&'static str> {
        let found = facts.iter().find(|of| of.key == fact)?;
        match &found.entry.value {
            Value::Msg(msg) => Some(msg.key),
            Value::Verdict(verdict) => Some(verdict.key()),
            Value::List(list) => match list.first()? {
                Value::Msg(msg) => Some(msg.key),
                _ => None,
            },
            _ => None,
        }
    }

    #[test]
    fn standings_are_final_only_when_all_rounds_are_over() {
        let mut t = event();
        assert_eq!(key_of(&of(&t), "state"), Some("status.final"));
        t.rounds = 3;
        assert_eq!(key_of(&of(&t), "state"), Some("status.provisional"));
        t.cells = vec![Vec::new(); 2];
        assert_eq!(key_of(&of(&t), "state"), Some("status.not-begun"));
    }

    #[test]
    fn who_rates_is_told_or_unknown() {
        use Verdict::{Met, NotMet, Unknown};
        let key = |fide, catalan| match rated(fide, catalan) {
            Value::Msg(msg) => msg.key,
            Value::Verdict(verdict) => verdict.key(),
            _ => "",
        };
        assert_eq!(key(Some(true), Met), "status.rated-both");
        assert_eq!(key(Some(true), Unknown), "status.rated-fide");
        assert_eq!(key(Some(false), Met), "status.rated-catalan");
        assert_eq!(key(Some(false), NotMet), "status.not-rated");
        assert_eq!(key(Some(false), Unknown), "unknown");
        assert_eq!(key(None, NotMet), "unknown");
    }

    #[test]
    fn departures_late_entries_and_corrections_are_told() {
        let mut t = event();
        assert_eq!(key_of(&of(&t), "late"), Some("status.late-from"));
        assert_eq!(key_of(&of(&t), "withdrawn"), None);
        let mut nobody = t.clone();
        for row in &mut nobody.cells {
            row.iter_mut().for_each(|cell| *cell = Cell::Absent(Absence::NotEntered));
        }
        assert_eq!(key_of(&of(&nobody), "late"), None);
        t.withdrawals.push(Withdrawal { entrant: 1, after_round: 1, eliminated: true });
        t.corrections.push(Correction {
            date: Date::constant(1990, 3, 5),
            round: Some(1),
            text: "Tauler 1.".into(),
        });
        let facts = of(&t);
        assert_eq!(key_of(&facts, "withdrawn"), Some("status.eliminated-after"));
        assert_eq!(key_of(&facts, "corrected"), Some("status.correction-of-round"));
    }
}

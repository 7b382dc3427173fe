//! Questions about the general competition regulation.

use serde_json::json;

use super::standings::ROUNDS;
use crate::core::ask::{Answer, Calculation, Field, Kind};
use crate::core::competition::absence::{self, Lateness, Proof, Side};
use crate::core::competition::eligibility;
use crate::core::report::exact_json;

pub const AGE_GROUP: Calculation = Calculation {
    name: "age-group",
    provisions: &["RGC 4.1.4", "RGC 4.1.5"],
    fields: &[
        Field::required("born", Kind::Date),
        Field::required("final_year", Kind::Int(1, 9999)),
    ],
    answer: |input, rules| {
        let year = i16::try_from(input.count("final_year")).unwrap_or(i16::MAX);
        let rules = &rules.competition.eligibility;
        let found = eligibility::age_groups(input.day("born")?, year, rules);
        let value = json!({
            "age_on_1_january": found.value.age,
            "infantil": found.value.infantil,
            "juvenil": found.value.juvenil,
        });
        Ok(Answer::of(value, &found))
    },
};

pub const LATENESS: Calculation = Calculation {
    name: "lateness",
    provisions: &["RGC 12.1", "RGC 12.2"],
    fields: &[
        Field::required("late", Kind::Choice(&["visitor", "home"])),
        Field::optional("different_towns", Kind::Bool),
        Field::optional("proof", Kind::Choice(&["none", "no", "accepted", "rejected"])),
        Field::required("minutes", Kind::Int(0, 100_000)),
    ],
    answer: |input, rules| {
        let question = Lateness {
            late: if input.word("late") == "home" { Side::Home } else { Side::Visitor },
            different_towns: input.is("different_towns"),
            proof: match input.word("proof") {
                "accepted" => Proof::Accepted,
                "rejected" => Proof::Rejected,
                _ => Proof::None,
            },
            minutes: input.count("minutes"),
        };
        let found = absence::lateness(question, &rules.competition.absence);
        let value = json!({
            "result": if found.value.is_some() { "play" } else { "lost" },
            "seconds_late_player": found.value.map(|charged| exact_json(charged.late_player)),
            "seconds_other": found.value.map(|charged| exact_json(charged.other)),
        });
        Ok(Answer::of(value, &found))
    },
};

pub const WITHDRAWAL: Calculation = Calculation {
    name: "withdrawal",
    provisions: &["RGC 14.3", "RGC 14.3.1"],
    fields: &[
        Field::required("system", Kind::Choice(&["league", "swiss"])),
        Field::required("rounds", ROUNDS),
        Field::required("after_round", Kind::Int(0, 400)),
    ],
    answer: |input, rules| {
        let found = absence::departure(
            input.word("system") == "league",
            input.count("rounds"),
            input.count("after_round"),
            &rules.competition.absence,
        );
        let value = json!({
            "points_kept": found.value.points_kept,
            "results_with_player": if found.value.games_removed { "removed" } else { "kept" },
        });
        Ok(Answer::of(value, &found))
    },
};

//! The reasons of the Dutch system as sentences.

mod dutch_support;

use std::collections::BTreeSet;

use butlleti::core::pairing::dutch::{Edition, explain};
use butlleti::core::report::{Msg, Step, Value};
use butlleti::lang::Language;
use dutch_support::random::{Profile, Random, roll};

fn keys(msg: &Msg, found: &mut BTreeSet<&'static str>) {
    found.insert(msg.key);
    for (_, value) in &msg.args {
        if let Value::Msg(inner) = value {
            keys(inner, found);
        }
    }
}

/// Every sentence is in the language file, filled in, and cites the edition's article.
#[test]
fn every_reason_is_a_sentence_with_its_article() {
    let language = Language::embedded("ca").expect("Catalan");
    let mut found = BTreeSet::new();
    let mut check = |step: &Step, edition: Edition| {
        keys(&step.text, &mut found);
        let text = language.msg(&step.text);
        assert!(!text.contains('{') && text.ends_with('.'), "{text}");
        let code = if edition == Edition::Fide2017 { "C.04.3-2017 " } else { "C.04.3 " };
        assert!(!step.citations.is_empty(), "{text}");
        assert!(step.citations.iter().all(|id| id.as_str().starts_with(code)), "{text}");
    };
    for edition in [Edition::Fide2026, Edition::Fide2017] {
        for event in 0..60 {
            let mut random = Random::new(event);
            let profile = Profile { forbidden: 9, ..Profile::default() };
            roll(5 + event as usize % 20, 7, edition, profile, &mut random, |position| {
                let Ok(reasons) = explain(position) else { return };
                for pair in &reasons.pairs {
                    let steps = reasons.pair_steps(position, pair);
                    steps.iter().for_each(|step| check(step, edition));
                }
                for stay in &reasons.stays {
                    let steps = reasons.stay_steps(position, stay);
                    steps.iter().for_each(|step| check(step, edition));
                }
                for exchange in &reasons.exchanges {
                    let steps = reasons.exchange_steps(position, exchange);
                    steps.iter().for_each(|step| check(step, edition));
                }
            });
        }
    }
    assert!(found.len() > 30, "{found:?}");
    assert!(found.iter().all(|key| language.has(key)), "{found:?}");
}

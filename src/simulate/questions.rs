//! Invented questions for the calculations that exist as data, with the answers of the core: the
//! site's forms must give the same (`.ci/forms.mjs`).

use serde_json::{Map, Value as Json, json};

use super::Random;
use crate::core::Rules1990;
use crate::core::ask::{Calculation, Field, Kind, all, record};
use crate::core::formula::{Data, Found};

/// So many questions of each calculation that has a form. `given` is what the site itself knows of
/// a calculation's fields; it is not asked.
pub fn questions(
    count: u32,
    seed: u64,
    rules: &Rules1990,
    given: impl Fn(&Calculation) -> Vec<(&'static str, Data)>,
) -> Json {
    let mut asked = Vec::new();
    for (part, calculation) in (0..).zip(all()) {
        let Some(sheet) = calculation.sheet else { continue };
        let sheet = sheet(rules);
        let given = given(calculation);
        let numbers = numbers_of(&sheet.export());
        let mut random = Random::part(seed, part);
        for _ in 0..count {
            // Half of them with large numbers alone, so that means and minima are reached too.
            let numbers = match random.below(2) {
                0 => &numbers[..],
                _ => &numbers[numbers.len() * 3 / 4..],
            };
            let fields = sheet
                .fields
                .iter()
                .filter(|field| given.iter().all(|(name, _)| *name != field.name));
            let input: Map<_, _> = fields
                .filter_map(|field| {
                    let listed = matches!(field.kind, Kind::List(_));
                    let options =
                        sheet.options.iter().find(|(name, ..)| listed && *name == field.name);
                    let words = options.map(|(_, expr, _)| {
                        crate::core::formula::Scope::default().eval(expr).items().to_vec()
                    });
                    let value = match words {
                        Some(words) => some_of(&words, &mut random),
                        None => field_value(field, numbers, &mut random)?,
                    };
                    Some((field.name.to_owned(), value))
                })
                .collect();
            let input = Json::Object(input);
            let mut data = record(&input, sheet.fields);
            if let Data::Record(fields) = &mut data {
                fields.extend(given.iter().map(|(name, data)| ((*name).to_owned(), data.clone())));
            }
            let mut computed = sheet.compute(&data);
            let requirements: Vec<_> = computed.all().iter().map(Found::to_json).collect();
            asked.push(json!({
                "calculation": calculation.name,
                "input": input,
                "requirements": requirements,
                "outputs": computed.outputs(),
            }));
        }
    }
    Json::Array(asked)
}

/// Inputs of any calculation whose whole numbers lie on some numbers and on both sides of them, for
/// tests of thresholds.
pub fn inputs(calculation: &Calculation, numbers: &[i64], count: u32, seed: u64) -> Vec<Json> {
    let mut random = Random::part(seed, 0);
    let mut one = || {
        let fields = calculation.fields.iter().filter_map(|field| {
            Some((field.name.to_owned(), field_value(field, numbers, &mut random)?))
        });
        Json::Object(fields.collect())
    };
    (0..count).map(|_| one()).collect()
}

/// The whole numbers that stand in a definition: values beside them are the ones worth asking.
fn numbers_of(json: &Json) -> Vec<i64> {
    let mut found = Vec::new();
    collect(json, &mut found);
    found.sort_unstable();
    found.dedup();
    found
}

fn collect(json: &Json, found: &mut Vec<i64>) {
    match json {
        Json::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Json::Object(fields) => {
            let number = fields.get("n").and_then(Json::as_str);
            found.extend(number.and_then(|n| n.parse::<i64>().ok()));
            fields.values().for_each(|value| collect(value, found));
        }
        _ => {}
    }
}

/// Some of the words, or nothing known of them.
fn some_of(words: &[Data], random: &mut Random) -> Json {
    let chosen: Vec<_> = words.iter().filter(|_| random.below(2) == 0).map(Data::to_json).collect();
    if chosen.is_empty() { Json::Null } else { Json::Array(chosen) }
}

fn field_value(field: &Field, numbers: &[i64], random: &mut Random) -> Option<Json> {
    if !field.required && random.below(4) == 0 {
        return None;
    }
    Some(value(field.kind, numbers, random))
}

fn value(kind: Kind, numbers: &[i64], random: &mut Random) -> Json {
    match kind {
        Kind::Bool => json!(random.below(2) == 0),
        Kind::Int(least, most) => {
            let near: Vec<i64> = numbers
                .iter()
                .flat_map(|n| [n - 1, *n, n + 1])
                .filter(|n| (least..=most).contains(n))
                .collect();
            let chosen = match near.len() {
                0 => least + random.below(20) as i64,
                len if random.below(4) > 0 => near[random.below(len as u64) as usize],
                _ => least + random.below(40) as i64,
            };
            json!(chosen.clamp(least, most))
        }
        Kind::Points => json!(random.below(25) as f64 / 2.0),
        Kind::Score => json!(random.below(3) as f64 / 2.0),
        Kind::Text | Kind::Id => json!(["A", "B", "À", "ESP", "FRA"][random.below(5) as usize]),
        Kind::Date => json!(day(random)),
        Kind::Moment => {
            let minutes = [0, 29, 30, 59][random.below(4) as usize];
            json!(format!("{}T{:02}:{minutes:02}", day(random), 8 + random.below(14)))
        }
        Kind::Choice(words) => json!(words[random.below(words.len() as u64) as usize]),
        // Around one place, so that some are nearer than any limit.
        Kind::Place => {
            let degrees =
                |from: i64, random: &mut Random| (from + random.below(600_000) as i64) as f64 / 1e6;
            json!([degrees(41_200_000, random), degrees(1_900_000, random)])
        }
        Kind::Counts => json!({}),
        Kind::OrNull(inner) => value(*inner, numbers, random),
        Kind::List(Kind::Choice(words)) => {
            let words: Vec<Data> = words.iter().map(|word| Data::from(*word)).collect();
            match some_of(&words, random) {
                Json::Null => json!([words[0].to_json()]),
                some => some,
            }
        }
        Kind::List(inner) => {
            let length = match inner {
                Kind::Object(_) => 1 + random.below(12),
                _ => 1 + random.below(4),
            };
            let items = (0..length).map(|_| value(*inner, numbers, random));
            Json::Array(items.collect())
        }
        Kind::Object(fields) => {
            let fields = fields.iter().filter_map(|field| {
                Some((field.name.to_owned(), field_value(field, numbers, random)?))
            });
            Json::Object(fields.collect())
        }
    }
}

/// A day of two years, often at the turn of a month.
fn day(random: &mut Random) -> String {
    let days = ["01", "02", "14", "28", "29", "30", "31"];
    loop {
        let (year, month) = (1990 + random.below(2), 1 + random.below(12));
        let day = days[random.below(7) as usize];
        let text = format!("{year}-{month:02}-{day}");
        if text.parse::<crate::model::Date>().is_ok() {
            return text;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;

    #[test]
    fn the_same_seed_asks_the_same_and_every_verdict_is_met_with() {
        let ask = |seed| questions(40, seed, rules(), |_| Vec::new());
        assert_eq!(ask(3), ask(3));
        assert_ne!(ask(3), ask(4));
        let all = ask(1);
        let asked = all.as_array().unwrap();
        let of = |name: &str| asked.iter().filter(|q| q["calculation"] == name).count();
        assert_eq!((of("open-homologation"), of("closed-homologation")), (40, 40));
        let mut seen =
            std::collections::BTreeMap::<String, std::collections::BTreeSet<String>>::new();
        for requirement in asked.iter().flat_map(|q| q["requirements"].as_array().unwrap()) {
            let key = requirement["key"].as_str().unwrap().to_owned();
            seen.entry(key).or_default().insert(requirement["value"].to_string());
        }
        for key in ["rounds", "group-mix", "group-size", "papers", "list", "elo-clubs", "norm-mean"]
        {
            for verdict in ["\"met\"", "\"not-met\""] {
                assert!(seen[key].contains(verdict), "{key} is never {verdict}");
            }
        }
    }
}

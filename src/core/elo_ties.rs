//! Equal ratings when places are limited (Desempats 1.7.1, RGC 4.2.2.1; AMB-37, 109).

use std::cmp::Ordering;

use super::report::{Entry, Msg, Step, Value};
use crate::model::Title;
use crate::rulebook::bind::Key;

/// A criterion of the list in Desempats 1.7.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EloTieCriterion {
    NeverSanctioned,
    /// Titled before untitled, the higher title first.
    Title,
    /// Place of the year before in the same event and group.
    LastPlace,
    /// A public draw: the end of the list.
    Draw,
}

impl EloTieCriterion {
    const ALL: [(&'static str, Self); 4] = [
        ("never-sanctioned", Self::NeverSanctioned),
        ("title", Self::Title),
        ("last-place", Self::LastPlace),
        ("draw", Self::Draw),
    ];
}

impl Key for EloTieCriterion {
    const LIST: &'static str = "a list of criteria for equal ratings";

    fn from_key(key: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == key).map(|(_, criterion)| *criterion)
    }

    fn known() -> Vec<&'static str> {
        Self::ALL.map(|(key, _)| key).to_vec()
    }
}

crate::rules! {
    /// The criteria of Desempats 1.7.1, in order.
    pub struct EloTieRules {
        criteria: Vec<EloTieCriterion> = "desempats.empats-elo",
    }
}

/// Somebody who asks for a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applicant {
    pub name: String,
    pub rating: u32,
    /// Ever sanctioned by the Competition Committee.
    pub sanctioned: bool,
    pub title: Option<Title>,
    /// Place of the year before; `None` comes after all who were classified.
    pub last_place: Option<u32>,
}

/// Who gets in. Indices are those of the applicants given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Admission {
    /// From first to last; applicants whom no criterion separates stand together.
    pub order: Vec<Vec<usize>>,
    /// Those who need no draw.
    pub admitted: Vec<usize>,
    pub draw: Option<PublicDraw>,
}

/// A public draw among equals for the places that do not reach all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicDraw {
    pub among: Vec<usize>,
    pub places: usize,
}

/// Orders the applicants by rating and then by the criteria of the text, and fills the places.
pub fn admit(applicants: &[Applicant], places: usize, rules: &EloTieRules) -> Admission {
    let compare =
        |&a: &usize, &b: &usize| compare(&applicants[a], &applicants[b], &rules.criteria.value);
    let mut sorted: Vec<usize> = (0..applicants.len()).collect();
    sorted.sort_by(compare);
    let order: Vec<Vec<usize>> =
        sorted.chunk_by(|a, b| compare(a, b).is_eq()).map(<[usize]>::to_vec).collect();

    let mut admitted = Vec::new();
    let mut draw = None;
    for group in &order {
        let left = places - admitted.len();
        if group.len() <= left {
            admitted.extend(group);
        } else {
            draw = (left > 0).then(|| PublicDraw { among: group.clone(), places: left });
            break;
        }
    }
    Admission { order, admitted, draw }
}

fn compare(a: &Applicant, b: &Applicant, criteria: &[EloTieCriterion]) -> Ordering {
    criteria.iter().fold(b.rating.cmp(&a.rating), |so_far, criterion| {
        so_far.then_with(|| match criterion {
            EloTieCriterion::NeverSanctioned => a.sanctioned.cmp(&b.sanctioned),
            // `None` is smaller than any value: untitled and unclassified must come last.
            EloTieCriterion::Title => none_last(a.title, b.title),
            EloTieCriterion::LastPlace => none_last(a.last_place, b.last_place),
            EloTieCriterion::Draw => Ordering::Equal,
        })
    })
}

fn none_last<T: Ord>(a: Option<T>, b: Option<T>) -> Ordering {
    a.is_none().cmp(&b.is_none()).then(a.cmp(&b))
}

impl Admission {
    /// The admitted by name, with one line for each group of the order.
    pub fn entry(&self, applicants: &[Applicant], rules: &EloTieRules) -> Entry {
        let names = |group: &[usize]| -> Value {
            let names = group.iter().filter_map(|&at| applicants.get(at));
            Value::List(names.map(|applicant| Value::from(applicant.name.as_str())).collect())
        };
        let mut entry = Entry::plain(names(&self.admitted)).cite_param(&rules.criteria);
        for group in &self.order {
            let Some(first) = group.first().and_then(|&at| applicants.get(at)) else { continue };
            let history = if first.sanctioned { "elo-ties.sanctioned" } else { "elo-ties.clean" };
            let text = Msg::new("elo-ties.group")
                .with("names", names(group))
                .with("rating", first.rating)
                .with("history", Msg::new(history))
                .with("title", first.title.map(Title::key))
                .with("place", first.last_place);
            entry = entry.step(Step::new(text).cite(&rules.criteria.at));
        }
        if let Some(draw) = &self.draw {
            let text =
                Msg::new("elo-ties.draw").with("names", names(&draw.among)).with("n", draw.places);
            entry = entry.step(Step::new(text).cite(&"Desempats 1.7.1.4".into()));
        }
        entry
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;

    fn applicant(
        rating: u32,
        sanctioned: bool,
        title: Option<Title>,
        last_place: Option<u32>,
    ) -> Applicant {
        Applicant { name: String::new(), rating, sanctioned, title, last_place }
    }

    /// AMB-37: never sanctioned, whatever the title, then the title, then last year's place.
    #[test]
    fn criteria_follow_the_order_of_the_text() {
        let applicants = [
            applicant(2200, true, Some(Title::GM), Some(1)),
            applicant(2200, false, None, None),
            applicant(2200, false, None, Some(30)),
            applicant(2200, false, Some(Title::MC), None),
            applicant(2200, false, Some(Title::MN), None),
            applicant(2201, true, None, None),
        ];
        let admission = admit(&applicants, 6, &rules().elo_ties);
        assert_eq!(admission.order, [[5], [4], [3], [2], [1], [0]]);
        assert_eq!(admission.draw, None);
    }

    /// AMB-109: a draw only if the places do not reach all those level.
    #[test]
    fn a_draw_only_where_places_run_out_inside_a_group() {
        let same = applicant(2200, false, None, None);
        let applicants = [applicant(2300, false, None, None), same.clone(), same.clone(), same];
        let admit = |places| admit(&applicants, places, &rules().elo_ties);
        assert_eq!(admit(4).draw, None);
        assert_eq!(admit(1).draw, None);
        assert_eq!(admit(1).admitted, [0]);
        assert_eq!(admit(3).admitted, [0]);
        assert_eq!(admit(3).draw, Some(PublicDraw { among: vec![1, 2, 3], places: 2 }));
        assert!(admit(0).admitted.is_empty());
    }
}

//! Titles and norms of Mestre Català that need no mean: by place, by rating list, by another title
//! (MC títol 1 to 4, MC norma 1, 2, 6, 7; AMB-21, 111).

use super::report::{Entry, Msg, Step, Verdict};
pub use crate::model::PlaceEvent;
use crate::model::{Delegation, Title};
use crate::rulebook::Cited;
use crate::rulebook::bind::Key;

/// What makes somebody Mestre Català at once (MC títol 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DirectTitle {
    FideMaster,
    InternationalMasterNorm,
}

impl Key for DirectTitle {
    const LIST: &'static str = "a list of titles and norms";

    fn from_key(key: &str) -> Option<Self> {
        match key {
            "mestre-fide" => Some(Self::FideMaster),
            "norma-mestre-internacional" => Some(Self::InternationalMasterNorm),
            _ => None,
        }
    }

    fn known() -> Vec<&'static str> {
        vec!["mestre-fide", "norma-mestre-internacional"]
    }
}

crate::rules! {
    /// Numbers of the awards without a mean.
    pub struct AwardRules {
        /// MC títol 1.
        absolute_places: u32 = "mc.titol-absolut-places",
        /// MC títol 2.
        direct: Vec<DirectTitle> = "mc.titol-directe",
        /// MC títol 3.
        spanish_junior_places: u32 = "mc.titol-juvenil-places",
        /// MC títol 4.
        spanish_places: u32 = "mc.titol-espanya-places",
        /// A rating to be surpassed (MC norma 1).
        list_rating: u32 = "mc.norma-elo",
        /// Rated games in the period of that list.
        list_games: u32 = "mc.norma-partides",
        /// MC norma 2.
        barcelona_open_places: u32 = "mc.norma-obert-barcelona-places",
        /// MC norma 6.
        interterritorial_places: u32 = "mc.norma-interterritorial-places",
        /// MC norma 7.
        provincial_places: u32 = "mc.norma-provincial-places",
        provinces: Vec<Delegation> = "mc.provincies-norma",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Award {
    Title,
    Norm,
}

/// What a place in one of these events gives, if anything. Place 1 is the champion's.
pub fn award_by_place(event: PlaceEvent, place: u32, rules: &AwardRules) -> Option<Award> {
    let (places, award) = award_of(event, rules)?;
    (1..=places.get()).contains(&place).then_some(award)
}

/// How many places of the event give what; `None` for a province that the text does not name.
fn award_of(event: PlaceEvent, rules: &AwardRules) -> Option<(&Cited<u32>, Award)> {
    match event {
        PlaceEvent::Absolute => Some((&rules.absolute_places, Award::Title)),
        PlaceEvent::SpanishJunior => Some((&rules.spanish_junior_places, Award::Title)),
        PlaceEvent::SpanishFinal => Some((&rules.spanish_places, Award::Title)),
        PlaceEvent::BarcelonaOpenA => Some((&rules.barcelona_open_places, Award::Norm)),
        PlaceEvent::Interterritorial => Some((&rules.interterritorial_places, Award::Norm)),
        PlaceEvent::Provincial(province) => rules
            .provinces
            .value
            .contains(&province)
            .then_some((&rules.provincial_places, Award::Norm)),
    }
}

/// [`award_by_place`] with its working.
pub fn place_entry(event: PlaceEvent, place: u32, rules: &AwardRules) -> Entry {
    let award = award_by_place(event, place, rules);
    let text = match award {
        Some(Award::Title) => Msg::new("awards.title"),
        Some(Award::Norm) => Msg::new("awards.norm"),
        None => Msg::new("awards.nothing"),
    };
    let entry = Entry::plain(text);
    match award_of(event, rules) {
        Some((places, _)) => entry.cite_param(places).step(
            Step::new(Msg::new("awards.places").with("n", places.get()).with("place", place))
                .gives(Verdict::of(award.is_some()))
                .cite(&places.at),
        ),
        None => entry.cite_param(&rules.provinces),
    }
}

/// Does a published rating list give a norm (MC norma 1, AMB-21)? `games` are those rated in the
/// period of the list. Each list can give one.
pub fn list_norm(rating: u32, games: u32, rules: &AwardRules) -> bool {
    rating > rules.list_rating.get() && games >= rules.list_games.get()
}

/// Is somebody Mestre Català by another title (MC títol 2, AMB-111)? The higher titles imply the
/// one that the text names; women's titles do not count.
pub fn title_by_title(title: Option<Title>, has_im_norm: bool, rules: &AwardRules) -> bool {
    rules.direct.value.iter().any(|direct| match direct {
        DirectTitle::FideMaster => matches!(title, Some(Title::GM | Title::IM | Title::FM)),
        DirectTitle::InternationalMasterNorm => has_im_norm,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;

    #[test]
    fn places_on_both_sides_of_the_last_one_that_counts() {
        let cases = [
            (PlaceEvent::Absolute, 2, Award::Title),
            (PlaceEvent::SpanishJunior, 1, Award::Title),
            (PlaceEvent::SpanishFinal, 5, Award::Title),
            (PlaceEvent::BarcelonaOpenA, 2, Award::Norm),
            (PlaceEvent::Interterritorial, 1, Award::Norm),
            (PlaceEvent::Provincial(Delegation::Girona), 1, Award::Norm),
        ];
        for (event, last, award) in cases {
            let given = |place| award_by_place(event, place, &rules().awards);
            assert_eq!(given(last), Some(award), "{event:?}");
            assert_eq!(given(last + 1), None, "{event:?}");
            assert_eq!(given(0), None, "{event:?}");
        }
        let barcelona = PlaceEvent::Provincial(Delegation::Barcelona);
        assert_eq!(award_by_place(barcelona, 1, &rules().awards), None);
        let entry = place_entry(PlaceEvent::SpanishFinal, 6, &rules().awards);
        assert_eq!(entry.citations[0].as_str(), "MC títol 4");
    }

    /// AMB-21, 111.
    #[test]
    fn norms_by_list_and_titles_by_title() {
        let list = |rating, games| list_norm(rating, games, &rules().awards);
        assert!(list(2301, 16));
        assert!(!list(2300, 16));
        assert!(!list(2301, 15));
        let title = |title, norm| title_by_title(title, norm, &rules().awards);
        assert!(title(Some(Title::FM), false));
        assert!(title(None, true));
        assert!(!title(Some(Title::WGM), false));
        assert!(!title(None, false));
    }
}

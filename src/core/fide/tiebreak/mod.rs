//! Tie-breaks of FIDE: C.07, in its editions.
//!
//! One file for each family, with its rules, and one line in `REGISTRY`. Modifiers are read by
//! [`Descriptor`] and mean the same everywhere: [`unplayed`] and [`cut`] know them. The edition is
//! data of the [`Field`], never the clock.

mod boards;
mod buchholz;
pub mod cut;
mod descriptor;
mod direct;
mod edition;
mod facts;
mod field;
mod koya;
mod own;
mod ratings;
mod sonneborn;
mod sssc;
pub mod unplayed;

use std::sync::Arc;

pub use descriptor::{Account, Descriptor, DescriptorError, Modifiers};
pub use edition::{Edition, EditionDays};
pub use field::{Contestant, Field, FieldRound, Kind, PairingKind, Scale};

use super::FideRules;
use crate::core::report::{Entry, Msg, Step, Value};
use crate::core::score_table::{ScoreTable, Unit};
use crate::core::tiebreak::{Applied, TieBreak, amount};
use crate::model::{Exact, Points};
use crate::rulebook::{Percent, ProvisionId};
use unplayed::View;

crate::rules! {
    /// Numbers and lists of C.07.
    pub struct C07Rules {
        editions: EditionDays = "c07.edicions",
        /// Share of the maximum that an opponent needs for Koya (9.2).
        koya: Percent = "c07.koya",
        std_win: Exact = "c07.std-victoria",
        std_draw: Exact = "c07.std-taules",
        /// By how much the performance of a zero score lies below the lowest opponent (10.3).
        ptp_zero: u32 = "c07.ptp-zero",
        game_win: Exact = "c07.partida-victoria",
        game_draw: Exact = "c07.partida-taules",
        match_win: Exact = "c07.encontre-victoria",
        match_draw: Exact = "c07.encontre-taules",
        match_loss: Exact = "c07.encontre-derrota",
        /// What this program applies where an event's rules are silent.
        swiss: Vec<Descriptor> = "c07.llista-suis",
        league: Vec<Descriptor> = "c07.llista-lliga",
        teams: Vec<Descriptor> = "c07.llista-equips",
    }
}

impl C07Rules {
    /// Match points.
    pub fn match_scale(&self) -> Scale {
        Scale { win: self.match_win.get(), draw: self.match_draw.get() }
    }

    /// Points of a game.
    pub fn game_scale(&self) -> Scale {
        Scale { win: self.game_win.get(), draw: self.game_draw.get() }
    }
}

/// Every criterion, by families.
const REGISTRY: [&[Rule]; 9] = [
    direct::RULES,
    own::RULES,
    buchholz::RULES,
    sonneborn::RULES,
    koya::RULES,
    ratings::RULES,
    boards::RULES,
    sssc::RULES,
    facts::RULES,
];

/// Whom a criterion is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum For {
    All,
    Players,
    Teams,
}

/// How a criterion works.
#[derive(Clone, Copy)]
enum Work {
    /// A value for everybody, whoever is level.
    Value(fn(&Context<'_>, usize) -> Entry),
    /// Depends on the group that is level.
    Stage(fn(&Context<'_>, &[usize]) -> Applied),
}

/// Why a criterion does not separate anybody.
#[derive(Clone, Debug)]
enum Obstacle {
    /// There are values, but the rules forbid their use.
    NotUsed(Msg),
    /// There are no values either.
    NoValue(Msg),
}

/// Says why a criterion does not fit a group, if so.
type Unfit = fn(&Context<'_>, &[usize]) -> Option<Msg>;

/// A criterion as the text defines it.
struct Rule {
    code: &'static str,
    /// Its name in older editions.
    former: Option<&'static str>,
    /// Path of the provision that defines it, under `C.07`.
    article: &'static str,
    /// Modifiers that go with it; `A` is the account of teams.
    takes: &'static str,
    whom: For,
    /// The lowest value is first.
    low_first: bool,
    obstacle: Option<fn(&Context<'_>) -> Option<Obstacle>>,
    /// Why it does not fit a group, if so.
    unfit: Option<Unfit>,
    work: Work,
}

impl Rule {
    const fn value(
        code: &'static str,
        article: &'static str,
        takes: &'static str,
        value: fn(&Context<'_>, usize) -> Entry,
    ) -> Self {
        Self {
            code,
            former: None,
            article,
            takes,
            whom: For::All,
            low_first: false,
            obstacle: None,
            unfit: None,
            work: Work::Value(value),
        }
    }

    const fn stage(
        code: &'static str,
        article: &'static str,
        takes: &'static str,
        stage: fn(&Context<'_>, &[usize]) -> Applied,
    ) -> Self {
        // A stage gives places: the first is the lowest.
        Self {
            low_first: true,
            work: Work::Stage(stage),
            ..Self::value(code, article, takes, no_value)
        }
    }
}

fn no_value(_: &Context<'_>, _: usize) -> Entry {
    undefined()
}

/// What a criterion looks at.
struct Context<'a> {
    field: &'a Field,
    rules: &'a FideRules,
    descriptor: &'a Descriptor,
}

impl Context<'_> {
    fn account(&self) -> Account {
        self.descriptor.account.unwrap_or(self.field.primary)
    }

    fn view(&self) -> View {
        self.view_of(self.account())
    }

    fn view_of(&self, account: Account) -> View {
        let modifiers = &self.descriptor.modifiers;
        View { account, fore: modifiers.fore, forfeits: modifiers.forfeits_played }
    }
}

/// A criterion of C.07 ready to be applied: a [`TieBreak`] like those of 1990.
pub struct FideCriterion {
    descriptor: Descriptor,
    key: String,
    field: Arc<Field>,
    rules: Arc<FideRules>,
    obstacle: Option<Obstacle>,
}

impl std::fmt::Debug for FideCriterion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FideCriterion({}, {})", self.key, self.field.edition.key())
    }
}

impl FideCriterion {
    pub fn new(descriptor: Descriptor, field: Arc<Field>, rules: Arc<FideRules>) -> Self {
        let mut criterion =
            Self { key: descriptor.to_string(), descriptor, field, rules, obstacle: None };
        criterion.obstacle =
            descriptor.rule.obstacle.and_then(|obstacle| obstacle(&criterion.context()));
        criterion
    }

    fn context(&self) -> Context<'_> {
        Context { field: &self.field, rules: &self.rules, descriptor: &self.descriptor }
    }

    /// Why it is for nobody here, if so.
    fn not_for(&self) -> Option<Msg> {
        match (self.descriptor.rule.whom, self.field.is_team) {
            (For::Players, true) => Some(Msg::new("tiebreak.not-for-teams")),
            (For::Teams, false) => Some(Msg::new("tiebreak.not-for-players")),
            _ => None,
        }
    }

    /// The value of somebody; `None` for a criterion that has only places within a group.
    pub fn value(&self, who: usize) -> Option<Entry> {
        let Work::Value(value) = self.descriptor.rule.work else { return None };
        if self.not_for().is_some() {
            return None;
        }
        Some(match &self.obstacle {
            Some(Obstacle::NoValue(reason)) => undefined()
                .step(Step::new(Msg::new("tiebreak.skipped").with("reason", reason.clone()))),
            _ => value(&self.context(), who),
        })
    }

    /// The criterion at work on those who are level.
    pub fn separate(&self, group: &[usize]) -> Applied {
        if let Some(reason) = self.not_for() {
            return Applied::Skipped(reason);
        }
        if let Some(Obstacle::NotUsed(reason) | Obstacle::NoValue(reason)) = &self.obstacle {
            return Applied::Skipped(reason.clone());
        }
        let context = self.context();
        if let Some(reason) = self.descriptor.rule.unfit.and_then(|unfit| unfit(&context, group)) {
            return Applied::Skipped(reason);
        }
        match self.descriptor.rule.work {
            Work::Stage(stage) => stage(&context, group),
            Work::Value(value) => {
                Applied::Values(group.iter().map(|&who| value(&context, who)).collect())
            }
        }
    }
}

impl TieBreak for FideCriterion {
    fn key(&self) -> &str {
        &self.key
    }

    fn name(&self) -> Msg {
        Msg::new("c07.criterion").with("code", self.key.as_str())
    }

    fn citations(&self, _: Unit) -> Vec<ProvisionId> {
        let modifiers = &self.descriptor.modifiers;
        let mut paths = vec![self.descriptor.rule.article];
        if self.field.edition == Edition::Virtual2009
            && ["BH", "SB"].contains(&self.descriptor.code())
        {
            paths.push("13.15.2");
        }
        match (modifiers.cut_low, modifiers.cut_high) {
            (0, 0) => {}
            (_, 0) => paths.push("14.1"),
            _ => paths.push("14.3"),
        }
        let others = modifiers.limit != 0
            || modifiers.divisor.is_some()
            || modifiers.forfeits_played
            || modifiers.fore
            || modifiers.reverse;
        if others {
            paths.push("14 altres");
        }
        paths.into_iter().map(|path| ProvisionId::from_parts("C.07", path)).collect()
    }

    fn own(&self, _: &ScoreTable, who: usize) -> Option<Entry> {
        self.value(who)
    }

    fn apply(&self, _: &ScoreTable, group: &[usize]) -> Applied {
        self.separate(group)
    }

    fn order(&self, value: &Value) -> Option<Exact> {
        let amount = amount(value)?;
        let low_first = self.descriptor.rule.low_first != self.descriptor.modifiers.reverse;
        Some(if low_first { -amount } else { amount })
    }
}

fn undefined() -> Entry {
    Entry::plain(Value::Undefined)
}

/// A sum as a value: in halves where it is one.
fn number(value: Exact) -> Value {
    Points::from_exact(value).map_or(Value::Exact(value), Value::Points)
}

/// Places within a group, from groups in order.
fn places(
    group: &[usize],
    order: &[Vec<usize>],
    mut steps: impl FnMut(usize) -> Vec<Step>,
) -> Applied {
    let mut place_of = std::collections::BTreeMap::new();
    let mut next = 1_i64;
    for part in order {
        place_of.extend(part.iter().map(|&who| (who, next)));
        next += part.len() as i64;
    }
    let entries = group.iter().map(|&who| {
        let place = place_of.get(&who).copied();
        Entry::plain(place.map(Value::Int).unwrap_or(Value::Undefined)).steps(steps(who))
    });
    Applied::Values(entries.collect())
}

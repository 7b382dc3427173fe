//! Own results and data: C.07 7, 10.6, 13.1.

use super::descriptor::Account;
use super::field::{FieldRound, Kind, PairingKind};
use super::{Context, Edition, For, Rule, number, undefined};
use crate::core::report::{Entry, Msg, Step, Value};
use crate::model::{Colour, Exact};

pub(super) const RULES: &[Rule] = &[
    Rule::value("PTS", "4", "A", points),
    Rule { whom: For::Teams, ..Rule::value("MPTS", "13 punts", "", match_points) },
    Rule { whom: For::Teams, ..Rule::value("GPTS", "13 punts", "", game_points) },
    Rule { whom: For::Teams, ..Rule::value("MPvGP", "13.1", "", secondary) },
    Rule::value("WIN", "7.1", "A", |c, who| count(c, who, is_win)),
    Rule::value("WON", "7.2", "A", |c, who| count(c, who, |c, r| is_game(c, r) && is_win(c, r))),
    Rule::value("BPG", "7.3", "", |c, who| count(c, who, |c, r| is_game(c, r) && is_black(r))),
    Rule::value("BWG", "7.4", "", |c, who| {
        count(c, who, |c, r| is_game(c, r) && is_black(r) && is_win(c, r))
    }),
    Rule::value("PS", "7.5", "AC", progressive),
    Rule {
        former: Some("GE"),
        ..Rule::value("REP", "7.6", "", |c, who| {
            count(c, who, |_, r| {
                !matches!(r.kind, Kind::HalfBye | Kind::ZeroBye | Kind::ForfeitLoss)
            })
        })
    },
    Rule::value("STD", "7.7", "A", standard),
    Rule { low_first: true, ..Rule::value("TPN", "7.8", "R", pairing_number) },
];

/// The points of a win, played or not; in game points more than half of the boards.
fn is_win(context: &Context<'_>, round: &FieldRound) -> bool {
    let account = context.account();
    let scale = context.field.scale(account);
    match account {
        Account::Match => round.points >= scale.win,
        Account::Game => round.game_points > scale.draw,
    }
}

/// A game on the board; since 2026 a forfeit won in a fixed schedule is one too (15.2).
fn is_game(context: &Context<'_>, round: &FieldRound) -> bool {
    let field = context.field;
    round.kind == Kind::Played
        || (round.kind == Kind::ForfeitWin
            && field.pairing == PairingKind::Fixed
            && field.edition >= Edition::March2026)
}

fn is_black(round: &FieldRound) -> bool {
    round.colour == Some(Colour::Black)
}

/// How many rounds there are of a sort, with their numbers.
fn count(
    context: &Context<'_>,
    who: usize,
    is_one: fn(&Context<'_>, &FieldRound) -> bool,
) -> Entry {
    let rounds = context.field.rounds_of(who).iter().filter(|round| is_one(context, round));
    let rounds: Vec<_> = rounds.map(|round| Value::from(round.round)).collect();
    let entry = Entry::plain(rounds.len());
    if rounds.is_empty() {
        return entry;
    }
    entry.step(Step::new(Msg::new("c07.rounds").with("rounds", rounds)))
}

fn points(context: &Context<'_>, who: usize) -> Entry {
    Entry::plain(number(context.field.points(who, context.account())))
}

fn match_points(context: &Context<'_>, who: usize) -> Entry {
    Entry::plain(number(context.field.points(who, Account::Match)))
}

fn game_points(context: &Context<'_>, who: usize) -> Entry {
    Entry::plain(number(context.field.points(who, Account::Game)))
}

fn secondary(context: &Context<'_>, who: usize) -> Entry {
    Entry::plain(number(context.field.points(who, context.field.secondary())))
}

/// Sum of the score after each round; `/Cn` leaves the first n out.
fn progressive(context: &Context<'_>, who: usize) -> Entry {
    let (field, account) = (context.field, context.account());
    let (mut score, mut total) = (Exact::from(0), Exact::from(0));
    let mut entry = Entry::plain(Value::Undefined);
    let rounds = field.rounds_of(who);
    for number_of_round in 1..=field.rounds {
        let of_round = rounds.iter().filter(|round| round.round == number_of_round);
        score += of_round.map(|round| round.points_in(account)).sum::<Exact>();
        let key = if number_of_round <= context.descriptor.modifiers.cut_low {
            "c07.progressive-cut"
        } else {
            total += score;
            "c07.progressive"
        };
        let step = Step::new(Msg::new(key).with("round", number_of_round)).gives(number(score));
        entry = entry.step(step);
    }
    entry.value = number(total);
    entry
}

/// Rounds with more points than the opponent, or, unplayed, than a draw gives.
fn standard(context: &Context<'_>, who: usize) -> Entry {
    let (field, account, rules) = (context.field, context.account(), &context.rules.c07);
    let mut total = Exact::from(0);
    let mut entry = undefined();
    for round in field.rounds_of(who) {
        let own = round.points_in(account);
        let met = round.opponent.filter(|_| field.counts_as_game(round.kind, false));
        let other = met.and_then(|opponent| {
            let rounds = field.rounds_of(opponent).iter();
            let back = rounds.filter(|r| r.round == round.round && r.opponent == Some(who));
            back.map(|r| r.points_in(account)).next()
        });
        let other = other.unwrap_or(field.scale(account).draw);
        let value = match own.cmp(&other) {
            std::cmp::Ordering::Greater => rules.std_win.get(),
            std::cmp::Ordering::Equal => rules.std_draw.get(),
            std::cmp::Ordering::Less => continue,
        };
        total += value;
        let msg = Msg::new("c07.standard")
            .with("round", round.round)
            .with("own", number(own))
            .with("other", number(other));
        entry = entry.step(Step::new(msg).gives(number(value)));
    }
    entry.value = number(total);
    entry
}

fn pairing_number(context: &Context<'_>, who: usize) -> Entry {
    Entry::plain(context.field.contestants[who].number)
}

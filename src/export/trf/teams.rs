//! Teams: their players, and what of the matches the players' rounds do not show.

use super::Writer;
use super::columns::Line;
use super::players::MAX_ROUNDS;
use crate::model::{BoardGame, Colour, Forfeit, MAX_BOARDS};

impl Writer<'_> {
    pub(super) fn teams(&mut self) {
        if !self.t.is_team_event() {
            return;
        }
        for (index, team) in self.t.teams.iter().enumerate() {
            let mut line = if self.is_26() {
                Line::new("310").right(5, 7, team.number).left(9, 40, &team.name)
            } else {
                Line::new("013").left(5, 36, &team.name)
            };
            let first = if self.is_26() { 74 } else { 37 };
            let mut members: Vec<_> =
                self.t.entrants.iter().filter(|e| e.team == Some(index)).collect();
            members.sort_by_key(|e| (e.board.unwrap_or(u32::MAX), e.number));
            for (at, member) in members.into_iter().enumerate() {
                let column = first + 5 * at;
                line = line.right(column, column + 3, member.number);
            }
            self.line(&line);
        }
        if self.is_26() {
            self.board_colours();
            self.line_ups();
            self.free_and_forfeited();
        }
    }

    /// 352: the colours of the home team, if they are the same in all matches.
    fn board_colours(&mut self) {
        let letter = |c| if c == Colour::White { 'W' } else { 'B' };
        let colours = self.t.board_colours();
        let letters = colours.map(|colours| colours.into_iter().map(letter).collect::<String>());
        self.value("352", letters.filter(|letters| !letters.is_empty()));
    }

    /// 300: both line-ups of every match, the home team's first.
    fn line_ups(&mut self) {
        for m in &self.t.matches {
            let Some(away) = m.away.filter(|_| m.forfeit.is_none()) else { continue };
            let number = |team: usize| self.t.teams.get(team).map_or(0, |team| team.number);
            for (own, other, home) in [(m.home, away, true), (away, m.home, false)] {
                let mut line = Line::new("300")
                    .right(5, 7, m.round)
                    .right(9, 11, number(own))
                    .right(13, 15, number(other));
                let last = m.boards.iter().filter_map(position).max();
                // A board of which nothing is known has an empty chair.
                for at in 0..last.map_or(0, |last| last + 1) {
                    let board = m.boards.iter().find(|board| position(board) == Some(at));
                    let player = board.and_then(|b| if home { b.home } else { b.away });
                    let player = player.and_then(|p| self.t.entrants.get(p)).map(|e| e.number);
                    let column = 17 + 5 * at;
                    line = line.right(column, column + 3, format!("{:04}", player.unwrap_or(0)));
                }
                self.line(&line);
            }
        }
    }

    /// 320: who was free in each round; 330: matches decided by absence.
    fn free_and_forfeited(&mut self) {
        let number = |team: usize| self.t.teams.get(team).map_or(0, |team| team.number);
        let mut free = Line::new("320");
        let mut any = false;
        for m in &self.t.matches {
            if m.away.is_none() && (1..=MAX_ROUNDS).contains(&m.round) {
                let column = 15 + 4 * (m.round as usize - 1);
                free = free.right(column, column + 2, number(m.home));
                any = true;
            }
        }
        if any {
            self.line(&free);
        }
        for m in &self.t.matches {
            let (Some((home, away)), Some(other)) = (m.forfeit, m.away) else { continue };
            let sign = |forfeit| if forfeit == Forfeit::Won { '+' } else { '-' };
            let line = Line::new("330")
                .left(5, 6, &format!("{}{}", sign(home), sign(away)))
                .right(8, 10, m.round)
                .right(12, 14, number(m.home))
                .right(16, 18, number(other));
            self.line(&line);
        }
    }
}

/// Position of a board, from 0.
fn position(board: &BoardGame) -> Option<usize> {
    (1..=MAX_BOARDS).contains(&board.board).then(|| board.board as usize - 1)
}

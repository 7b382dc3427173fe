//! Standings as a report for people and as JSON for programs.

use serde_json::{Map, Value as Json, json};

use super::Standings;
use crate::core::Rules1990;
use crate::core::departures;
use crate::core::report::{
    Align, Block, Column, Entry, Msg, Report, Row, Step, Table, Value, exact_json,
};
use crate::core::score_table::Unit;
use crate::core::values::category_msg;
use crate::model::{Points, System, TeamScoring, Tournament};
use crate::rulebook::ProvisionId;

impl Standings {
    /// Title, the table, and what has to be said about those who left.
    pub fn report(&self, t: &Tournament, rules: &Rules1990) -> Report {
        let title = if self.is_final { "standings.title-final" } else { "standings.title" };
        let mut blocks = vec![Block::Table(self.table(t, rules))];
        if t.system == System::KnockOut {
            blocks.push(Block::Paragraph(Msg::new("standings.knock-out")));
        }
        blocks.extend(departures::table(t, &self.scores).map(Block::Table));
        blocks.extend(self.unknown_criteria.iter().map(|name| {
            Block::Paragraph(Msg::new("standings.unknown-criterion").with("name", name.clone()))
        }));
        Report {
            key: "standings",
            title: Msg::new(title)
                .with("tournament", t.name.clone())
                .with("round", self.scores.after_round),
            blocks,
        }
    }

    /// The table alone: place, number, name, club, category, rating, points, criteria.
    pub fn table(&self, t: &Tournament, rules: &Rules1990) -> Table {
        let players = self.scores.unit == Unit::Player;
        let has = |of: fn(&crate::model::Entrant) -> bool| players && t.entrants.iter().any(of);
        let clubs = match self.scores.unit {
            Unit::Player => t.entrants.iter().any(|e| e.club.is_some()),
            // Most teams bear the name of their club: it is not said twice.
            Unit::Team => {
                t.teams.iter().any(|team| team.club.as_ref().is_some_and(|club| *club != team.name))
            }
        };
        let categories = has(|e| e.category.is_some());
        let titles = has(|e| e.title.is_some());
        let ratings = has(|e| e.ratings != crate::model::Ratings::default());
        let mut columns = vec![
            Column::new("rank", Msg::new("column.rank"), Align::End),
            Column::new("number", Msg::new("column.number"), Align::End).extra(),
        ];
        if titles {
            columns.push(Column::new("title", Msg::new("column.title"), Align::Start).extra());
        }
        let name = if players { "column.player" } else { "column.team" };
        columns.push(Column::new("name", Msg::new(name), Align::Start));
        if clubs {
            columns.push(Column::new("club", Msg::new("column.club"), Align::Start).extra());
        }
        if categories {
            let header = Msg::new("column.category");
            columns.push(Column::new("category", header, Align::Centre).extra());
        }
        if ratings {
            columns.push(Column::new("rating", Msg::new("column.rating"), Align::End).extra());
        }
        columns.push(self.points_column(rules));
        if !players {
            columns.push(self.other_points_column());
        }
        // The first that says anything is what places are seen to be decided by.
        let defined =
            |at: &usize| self.rows.iter().any(|row| row.criteria[*at].value != Value::Undefined);
        let foremost = (0..self.criteria.len()).find(defined).unwrap_or_default();
        for (at, criterion) in self.criteria.iter().enumerate() {
            let column =
                Column::new(criterion.rule.key().to_owned(), criterion.rule.name(), Align::End);
            let column = criterion.citations.iter().fold(column, Column::cite);
            columns.push(if at == foremost { column } else { column.extra() });
        }
        let rows = self
            .rows
            .iter()
            .map(|row| {
                let who = row.entrant;
                let scores = &self.scores.rows[who];
                let mut cells = vec![self.rank_entry(row.rank, who), Entry::plain(scores.number)];
                let entrant = t.entrants.get(who).filter(|_| players);
                if titles {
                    cells.push(Entry::plain(entrant.and_then(|e| e.title).map(|c| c.key())));
                }
                cells.push(Entry::plain(self.scores.who(who)));
                if clubs {
                    let club = match self.scores.unit {
                        Unit::Player => entrant.and_then(|e| e.club.clone()),
                        Unit::Team => t.teams.get(who).and_then(|team| team.club.clone()),
                    };
                    cells.push(Entry::plain(club));
                }
                if categories {
                    cells.push(Entry::plain(entrant.and_then(|e| e.category).map(category_msg)));
                }
                if ratings {
                    let rating = scores.ratings.first(&rules.rating_order.order.value);
                    cells.push(Entry::plain(rating.map(|(_, rating)| rating)));
                }
                cells.push(row.score.clone());
                if !players {
                    cells.push(self.other_points(who, rules));
                }
                cells.extend(row.criteria.iter().cloned());
                Row { entrant: Some(who), cells }
            })
            .collect();
        Table {
            key: "standings",
            caption: Msg::new("standings.caption").with("round", self.scores.after_round),
            columns,
            rows,
        }
    }

    fn points_column(&self, rules: &Rules1990) -> Column {
        let key = match (self.scores.unit, self.scores.scoring) {
            (Unit::Player, _) => "column.points",
            (Unit::Team, TeamScoring::Match) => "column.match-points",
            (Unit::Team, TeamScoring::Olympic) => "column.board-points",
        };
        let at = self.scores.points_of_fide.as_ref().unwrap_or(&rules.scoring.win.at);
        Column::new("points", Msg::new(key), Align::End).cite(at)
    }

    /// Teams show both kinds of points; the standings go by one of them.
    fn other_points_column(&self) -> Column {
        let (key, header) = match self.scores.scoring {
            TeamScoring::Match => ("board-points", "column.board-points"),
            TeamScoring::Olympic => ("match-points", "column.match-points"),
        };
        Column::new(key, Msg::new(header), Align::End).extra()
    }

    fn other_points(&self, who: usize, rules: &Rules1990) -> Entry {
        let other = match self.scores.scoring {
            TeamScoring::Match => TeamScoring::Olympic,
            TeamScoring::Olympic => TeamScoring::Match,
        };
        Entry::plain(self.team_points(who, other, rules))
    }

    /// Points of a team in one of the two units, whatever the standings count.
    pub fn team_points(&self, who: usize, scoring: TeamScoring, rules: &Rules1990) -> Points {
        if self.scores.rows[who].is_annulled() || scoring == self.scores.scoring {
            return self.scores.rows[who].points();
        }
        let sides = self.scores.rows[who].rounds.iter().filter_map(|round| round.side.as_ref());
        sides.map(|side| side.points(scoring, rules)).sum()
    }

    fn rank_entry(&self, rank: Option<u32>, who: usize) -> Entry {
        let Some(rank) = rank else {
            let at = ProvisionId::from("RGC 14.3.1");
            let msg =
                Msg::new("standings.no-place").with("name", self.scores.rows[who].name.clone());
            return Entry::plain(Value::Undefined).cite(&at).step(Step::new(msg).cite(&at));
        };
        let level = self.rows.iter().filter(|row| row.rank == Some(rank)).count();
        let entry = Entry::plain(rank);
        if level > 1 {
            entry.step(Step::new(Msg::new("standings.shared").with("rank", rank).with("n", level)))
        } else {
            entry
        }
    }

    /// For programs. Numbers are exact: see [`exact_json`]. `players` (or `teams`) from first to
    /// last, with every criterion that has a value, listed or not, under its key with underscores;
    /// `criteria` are those that were applied, in order.
    pub fn to_json(&self, t: &Tournament, rules: &Rules1990) -> Json {
        let rows: Vec<Json> = self.rows.iter().map(|row| self.row_json(row, rules)).collect();
        let criteria: Vec<Json> = self
            .criteria
            .iter()
            .map(|criterion| {
                let citations: Vec<_> =
                    criterion.citations.iter().map(ProvisionId::as_str).collect();
                json!({"key": json_key(criterion.rule.key()), "citation": citations})
            })
            .collect();
        let rows_key = match self.scores.unit {
            Unit::Player => "players",
            Unit::Team => "teams",
        };
        json!({
            "report": "standings",
            "tournament": &*t.slug,
            "round": self.scores.after_round,
            "final": self.is_final,
            "rule_set": t.rule_set.key(),
            "criteria": criteria,
            rows_key: rows,
        })
    }

    fn row_json(&self, row: &super::Placing, rules: &Rules1990) -> Json {
        let scores = &self.scores.rows[row.entrant];
        let mut object = Map::new();
        let mut put = |key: &str, value: Json| object.insert(key.to_owned(), value);
        put("rank", json!(row.rank));
        put("id", json!(scores.number));
        put("number", json!(scores.number));
        put("name", json!(&*scores.name));
        put("points", exact_json(row.points.exact()));
        if self.scores.unit == Unit::Team {
            for (key, scoring) in
                [("match_points", TeamScoring::Match), ("board_points", TeamScoring::Olympic)]
            {
                let points = self.team_points(row.entrant, scoring, rules);
                put(key, exact_json(points.exact()));
            }
        }
        let mut working = Map::new();
        let steps = |entry: &Entry| -> Json {
            Json::Array(entry.working.iter().map(Step::to_json).collect())
        };
        working.insert("points".to_owned(), steps(&row.score));
        for (rule, entry) in self.further.iter().zip(&row.further) {
            let key = json_key(rule.key());
            put(&key, entry.value.to_json());
            working.insert(key, steps(entry));
        }
        for (criterion, entry) in self.criteria.iter().zip(&row.criteria) {
            let key = json_key(criterion.rule.key());
            put(&key, entry.value.to_json());
            working.insert(key, steps(entry));
        }
        put("working", Json::Object(working));
        Json::Object(object)
    }
}

/// `sonneborn-berger` → `sonneborn_berger`; descriptors of FIDE stay as they are (`KS/L-1`).
fn json_key(key: &str) -> String {
    let of_1990 = !key.contains(|c: char| c.is_ascii_uppercase());
    if of_1990 { key.replace('-', "_") } else { key.to_owned() }
}

//! Checked inputs as the data of expressions, and the fields as data for the site's forms.

use serde_json::{Value as Json, json};

use super::input::{Field, Kind, exact, place, points};
use crate::core::formula::Data;
use crate::core::report::{Msg, Value};
use crate::model::{Date, DateTime};

impl Field {
    /// For the forms: name, what may stand in it, whether it must be there.
    pub fn export(&self) -> Json {
        json!({"name": self.name, "required": self.required, "kind": self.kind.export()})
    }
}

impl Kind {
    fn export(self) -> Json {
        match self {
            Self::Bool => json!({"is": "truth"}),
            Self::Int(least, most) => json!({"is": "int", "least": least, "most": most}),
            Self::Points => json!({"is": "points"}),
            Self::Score => json!({"is": "score"}),
            Self::Text | Self::Id => json!({"is": "text"}),
            Self::Date => json!({"is": "day"}),
            Self::Moment => json!({"is": "moment"}),
            Self::Choice(known) => json!({"is": "choice", "of": known}),
            Self::Place => json!({"is": "place"}),
            Self::OrNull(inner) => inner.export(),
            Self::List(inner) => json!({"is": "list", "of": inner.export()}),
            Self::Object(fields) => {
                let fields: Vec<_> = fields.iter().map(Field::export).collect();
                json!({"is": "record", "fields": fields})
            }
            Self::Counts => json!({"is": "counts"}),
        }
    }
}

impl Kind {
    /// What may stand there, in words of a language.
    pub fn msg(self) -> Msg {
        match self {
            Self::Bool => Msg::new("kind.truth"),
            Self::Int(least, most) => Msg::new("kind.int").with("least", least).with("most", most),
            Self::Points => Msg::new("kind.points"),
            Self::Score => Msg::new("kind.score"),
            Self::Text => Msg::new("kind.text"),
            Self::Id => Msg::new("kind.id"),
            Self::Date => Msg::new("kind.day"),
            Self::Moment => Msg::new("kind.moment"),
            Self::Place => Msg::new("kind.place"),
            Self::Counts => Msg::new("kind.counts"),
            Self::Choice(known) => {
                let words = known.iter().map(|word| Value::from(*word)).collect::<Vec<_>>();
                Msg::new("kind.choice").with("words", words)
            }
            Self::OrNull(inner) => inner.msg(),
            Self::List(inner) => Msg::new("kind.list").with("of", inner.msg()),
            Self::Object(fields) => {
                let names = fields.iter().map(|field| Value::from(field.name)).collect::<Vec<_>>();
                Msg::new("kind.record").with("fields", names)
            }
        }
    }
}

/// A record of the fields of an input that has been checked.
pub fn record(json: &Json, fields: &'static [Field]) -> Data {
    let Some(object) = json.as_object() else { return Data::Unknown };
    Data::record(fields.iter().map(|field| {
        let mut names = std::iter::once(&field.name).chain(field.aliases);
        let given = names.find_map(|name| object.get(*name));
        (field.name, given.map_or(Data::Unknown, |json| data(json, field.kind)))
    }))
}

fn data(json: &Json, kind: Kind) -> Data {
    let text = || json.as_str();
    match kind {
        Kind::Bool => json.as_bool().into(),
        Kind::Int(..) => json.as_i64().into(),
        Kind::Points | Kind::Score => points(json).into(),
        Kind::Text | Kind::Choice(_) => text().into(),
        Kind::Id => match json {
            Json::Null => Data::Unknown,
            _ => text().map_or_else(|| json.to_string().into(), Data::from),
        },
        Kind::Date => text().and_then(|text| text.parse::<Date>().ok()).into(),
        Kind::Moment => text().and_then(|text| text.parse::<DateTime>().ok()).into(),
        Kind::Place => place(json).into(),
        Kind::OrNull(inner) => data(json, *inner),
        Kind::List(inner) => match json.as_array() {
            Some(items) => Data::List(items.iter().map(|item| data(item, *inner)).collect()),
            None => Data::Unknown,
        },
        Kind::Object(fields) => record(json, fields),
        Kind::Counts => match json.as_object() {
            Some(object) => Data::Record(
                object.iter().map(|(name, n)| (name.clone(), exact(n).into())).collect(),
            ),
            None => Data::Unknown,
        },
    }
}

//! The declared fields as JSON Schema (draft 2020-12).

use serde_json::{Map, Value as Json, json};

use super::Calculation;
use super::input::{Field, Kind};

/// The schema of a calculation's input.
pub fn schema(calculation: &Calculation) -> Json {
    let mut schema = object(calculation.fields);
    if let Some(map) = schema.as_object_mut() {
        map.insert("$schema".into(), json!("https://json-schema.org/draft/2020-12/schema"));
        map.insert("title".into(), json!(calculation.name));
        map.insert("description".into(), json!(calculation.provisions.join("; ")));
    }
    schema
}

fn object(fields: &[Field]) -> Json {
    let mut properties = Map::new();
    for field in fields {
        let of = of_kind(field.kind);
        let of = if field.required { of } else { json!({"anyOf": [of, {"type": "null"}]}) };
        properties.insert(field.name.to_owned(), of);
    }
    let required: Vec<_> = fields.iter().filter(|f| f.required).map(|f| f.name).collect();
    json!({"type": "object", "properties": properties, "required": required})
}

fn of_kind(kind: Kind) -> Json {
    match kind {
        Kind::Bool => json!({"type": "boolean"}),
        Kind::Int(least, most) => json!({"type": "integer", "minimum": least, "maximum": most}),
        Kind::Points => json!({"type": "number", "minimum": 0, "multipleOf": 0.5}),
        Kind::Score => json!({"enum": [0, 0.5, 1]}),
        Kind::Text => json!({"type": "string"}),
        Kind::Date => json!({"type": "string", "format": "date"}),
        Kind::Moment => json!({"type": "string", "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}"}),
        Kind::Choice(known) => json!({"enum": known}),
        Kind::Place => json!({
            "type": "array",
            "prefixItems": [
                {"type": "number", "minimum": -90, "maximum": 90},
                {"type": "number", "minimum": -180, "maximum": 180},
            ],
            "minItems": 2,
            "maxItems": 2,
        }),
        Kind::Id => json!({"type": ["integer", "string"]}),
        Kind::Counts => {
            json!({"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}})
        }
        Kind::OrNull(inner) => json!({"anyOf": [of_kind(*inner), {"type": "null"}]}),
        Kind::List(inner) => json!({"type": "array", "items": of_kind(*inner)}),
        Kind::Object(fields) => object(fields),
    }
}

//! The parameters for other programs.

use serde_json::{Value, json};

use super::Rulebook;
use crate::diag::{Sources, display_path};

/// Every parameter: an array of `{id, value, unit, provision, file, line}`, by identifier. Values
/// as [`ParamValue::to_json`](super::ParamValue::to_json) writes them; `unit` is null without one.
pub fn params_json(rulebook: &Rulebook, sources: &Sources) -> Value {
    let params = rulebook.params.values().map(|param| {
        let (path, line, _) = sources.place(param.span);
        json!({
            "id": param.id,
            "value": param.value.to_json(),
            "unit": param.unit,
            "provision": param.provision.as_str(),
            "file": display_path(&path),
            "line": line,
        })
    });
    Value::Array(params.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::testing::run;

    #[test]
    fn parameters_tell_where_they_stand() {
        let run = run("§ [1.] Amb [25]{param=\"x.n\" unit=\"jugadors\"} i\n[½]{param=\"x.m\"}.\n");
        assert_eq!(
            params_json(run.rulebook(), &run.sources),
            json!([
                {"id": "x.m", "value": "1/2", "unit": null, "provision": "X 1", "file": "content/reglaments/x.md", "line": 9},
                {"id": "x.n", "value": 25, "unit": "jugadors", "provision": "X 1", "file": "content/reglaments/x.md", "line": 8},
            ])
        );
    }
}

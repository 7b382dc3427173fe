//! What the tests of cases share.

use crate::model::{CaseDays, CaseFile, InfringerKind};
use jiff::civil::date;

/// An arbiter who came late on 3 February 1991: serious, without any day of a procedure.
pub fn case() -> CaseFile {
    CaseFile {
        slug: "1991-03".into(),
        number: "3/1991".into(),
        kind: InfringerKind::Official,
        name: Some("X".into()),
        person: None,
        published: true,
        named: false,
        event: None,
        committed: date(1991, 2, 3),
        facts: "…".into(),
        infraction: Some("8.B.3.b".into()),
        daily: false,
        titled_arbiter: true,
        delegation: None,
        mitigating: Vec::new(),
        aggravating: Vec::new(),
        paid: None,
        imposed: None,
        days: CaseDays::default(),
        earlier: Vec::new(),
        invented: true,
    }
}

//! Golden pages: what stands in `<main>` of a few pages. `BLESS=1 cargo test --test league` writes
//! them anew, and the difference is read.

use std::fs;
use std::path::Path;

use super::page;

#[test]
fn pages_are_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/league");
    let bless = std::env::var_os("BLESS").is_some();
    let mut different = Vec::new();
    for (name, path) in [
        ("bracket.html", "torneigs/1990/copa-catalana/eliminatories/index.html"),
        ("calendar.html", "torneigs/1990/lliga-social-moli-del-gall/calendari/index.html"),
        ("statistics.html", "torneigs/1990/lliga-social-moli-del-gall/estadistiques/index.html"),
        ("hall.html", "torneigs/1990/lliga-social-moli-del-gall/sala/index.html"),
        ("calendar.ics", "torneigs/1990/lliga-social-moli-del-gall/calendar.ics"),
    ] {
        let text = page(path);
        let kept = match (text.find("<main"), text.find("</main>")) {
            (Some(start), Some(end)) => &text[start..end],
            _ => text,
        };
        let golden = folder.join(name);
        if bless {
            fs::write(&golden, kept).unwrap();
        } else if fs::read_to_string(&golden).ok().as_deref() != Some(kept) {
            different.push(name);
        }
    }
    assert!(
        different.is_empty(),
        "changed: {different:?}; if it is meant: BLESS=1 cargo test --test league"
    );
}

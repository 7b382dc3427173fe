//! The committed demonstration data are what the simulator makes.

use std::fs;
use std::path::Path;

use butlleti::core::Rules1990;
use butlleti::diag::{Diagnostics, Sources};
use butlleti::project::Project;
use butlleti::source::{bind_rules, load_rulebook};

/// The rules as published.
fn rules() -> Rules1990 {
    let mut diagnostics = Diagnostics::new();
    let rulebook = load_rulebook(&Project::Embedded, &Sources::default(), &mut diagnostics);
    bind_rules(&rulebook, &mut diagnostics).expect("every parameter is in the text")
}

/// `BLESS=1 cargo test --test demonstration` writes the files anew.
#[test]
fn committed_data_are_what_the_seeds_make() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let bless = std::env::var_os("BLESS").is_some();
    let made =
        butlleti::simulate::demonstration(&rules()).expect("the committed seeds can be played");
    let mut different = Vec::new();
    for (path, text) in &made {
        let place = root.join(path);
        if bless {
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::write(&place, text).unwrap();
        } else if fs::read_to_string(&place).ok().as_ref() != Some(text) {
            different.push(path.display().to_string());
        }
    }
    assert!(
        different.is_empty(),
        "not what the simulator makes: {different:#?}\nif the change of the simulator is meant: \
         BLESS=1 cargo test --test demonstration"
    );
}

//! The committed demonstration data are what the simulator makes.

use std::fs;
use std::path::Path;

/// `BLESS=1 cargo test --test demonstration` writes the files anew.
#[test]
fn committed_data_are_what_the_seeds_make() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let bless = std::env::var_os("BLESS").is_some();
    let made = butlleti::simulate::demonstration().expect("the committed seeds can be played");
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

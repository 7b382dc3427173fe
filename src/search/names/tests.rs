use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

fn player(name: &str, id: &str) -> Entry {
    Entry {
        kind: Kind::Player,
        name: name.to_owned(),
        url: format!("jugadors/{}-{id}/index.html", words(name).join("-")),
        detail: "Club d'Escacs La Torre".to_owned(),
        mark: String::new(),
        id: id.to_owned(),
    }
}

/// The pieces in which a word, or the beginning of one, is looked for: as in the script.
fn pieces_of<'a>(names: &'a Names, word: &str) -> Vec<&'a str> {
    let all = || names.pieces.keys().map(String::as_str);
    let above: Vec<_> = all().filter(|piece| word.starts_with(piece)).collect();
    if above.is_empty() { all().filter(|piece| piece.starts_with(word)).collect() } else { above }
}

fn file<'a>(names: &'a Names, letters: &str) -> Value {
    let path = format!("{FOLDER}/{}.json", file_name(letters));
    let file: &'a OutputFile = names.files.iter().find(|file| file.path == path).expect("there");
    serde_json::from_slice(&file.bytes).expect("JSON")
}

/// Addresses in every piece.
fn addresses(names: &Names) -> BTreeMap<&str, BTreeSet<String>> {
    let of = |piece: &str| {
        let file = file(names, piece);
        let records = Kind::ALL.map(|kind| file[kind.key()].as_array().cloned());
        let records = records.into_iter().flatten().flatten();
        records.map(|record| record[1].as_str().expect("text").to_owned()).collect()
    };
    names.pieces.keys().map(|piece| (&**piece, of(piece))).collect()
}

/// Addresses found by the beginning of a word.
fn found(names: &Names, word: &str) -> BTreeSet<String> {
    let addresses = addresses(names);
    pieces_of(names, word).iter().flat_map(|piece| addresses[piece].clone()).collect()
}

/// Enough of one beginning that it is cut, and of one word that it cannot be.
fn many() -> Vec<Entry> {
    let names = ["Marti", "Maria", "Mas", "Ma", "Soler"];
    let of = |at: usize| {
        player(&format!("{}, Miquel {at}x", names[at % 5]), &(2_200_000 + at).to_string())
    };
    (0..1000).map(of).collect()
}

#[test]
fn a_record_is_short_and_holds_what_is_shown() {
    let mut anna = player("Soler Puig, Anna", "2205432");
    anna.mark = "MC".to_owned();
    let club = Entry {
        kind: Kind::Club,
        name: "Escacs Olot".to_owned(),
        url: "clubs/olot/index.html".to_owned(),
        detail: "Olot".to_owned(),
        mark: String::new(),
        id: String::new(),
    };
    let names = Names::index(&[club, anna]);
    assert_eq!(
        file(&names, "so"),
        json!({"details": ["Club d'Escacs La Torre"], "player": [
            ["Soler Puig, Anna", "jugadors/soler-puig-anna-2205432/", 0, "MC", "2205432"]
        ]})
    );
    assert_eq!(
        file(&names, "ol"),
        json!({"details": ["Olot"], "club": [["Escacs Olot", "clubs/olot/", 0]]})
    );
    assert!(!found(&names, "220").is_empty(), "by the beginning of a number");
    assert!(found(&names, "torre").is_empty(), "a club's members are not found by its name");
}

#[test]
fn what_is_too_much_for_one_piece_is_cut_and_its_first_are_shown() {
    let names = Names::index(&many());
    assert!(names.cut.contains(&"ma".to_owned()), "{:?}", names.cut);
    let pieces = ["ma_", "mar", "mas"].map(|piece| names.pieces.contains_key(piece));
    assert!(pieces == [true; 3], "{:?}", names.pieces);
    assert_eq!(names.pieces["mi"], 1000, "one word is one piece however many it finds");
    assert_eq!(names.pieces["so"], 200);
    let first = file(&names, "ma");
    assert_eq!(first["counts"], json!({"player": 800}));
    assert_eq!(first["player"].as_array().map(Vec::len), Some(FIRST));
    assert_eq!(found(&names, "ma").len(), 800);
    assert_eq!(found(&names, "marta").len(), 400, "the script leaves out Maria and Martí");
    for name in names.pieces.keys() {
        let others = names.pieces.keys().filter(|other| *other != name);
        assert!(others.clone().all(|other| !other.starts_with(name.as_str())), "{name}");
    }
}

#[test]
fn the_order_of_what_is_given_changes_nothing() {
    let mut entries = many();
    let names = Names::index(&entries);
    entries.reverse();
    assert_eq!(names, Names::index(&entries));
    entries.rotate_left(300);
    assert_eq!(names, Names::index(&entries));
}

#[test]
fn another_name_changes_few_files() {
    let mut entries = many();
    let before = Names::index(&entries);
    entries.push(player("Soler Roca, Anna", "1"));
    let after = Names::index(&entries);
    let changed = after.files.iter().filter(|file| !before.files.contains(file)).count();
    assert!(changed <= 4, "so, ro, an, 1: {changed}");
}

#[test]
fn files_have_names_that_every_system_takes() {
    assert_eq!(file_name("con"), "w-con");
    assert_eq!(file_name("8."), "w-8-");
    assert_eq!(file_name("ка"), "w-~43a~~430~");
    let names = Names::index(&[player("Каспаров", ""), player("J", "")]);
    assert_eq!(found(&names, "касп").len(), 1);
    assert_eq!(found(&names, "j_").len(), 1, "a name of one letter");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Every name is found by the beginning of each of its words, of two letters or more.
    #[test]
    fn every_name_is_found_by_every_beginning(
        names in prop::collection::vec("[A-CÀÇa-cl·'. -]{0,12}", 1..120),
        repeat in 1_usize..12,
    ) {
        let mut entries = Vec::new();
        for at in 0..repeat {
            entries.extend(names.iter().map(|name| player(name, &(at * 7919).to_string())));
        }
        let index = Names::index(&entries);
        let addresses = addresses(&index);
        for entry in &entries {
            let url = entry.url.strip_suffix("index.html").unwrap();
            for word in entry.keys() {
                let letters: Vec<char> = word.chars().collect();
                for end in 2.min(letters.len())..=letters.len() {
                    let mut typed: String = letters[..end].iter().collect();
                    if letters.len() == 1 {
                        typed.push(END);
                    }
                    let pieces = pieces_of(&index, &typed);
                    let is_there = pieces.iter().any(|piece| addresses[piece].contains(url));
                    prop_assert!(is_there, "{typed} {}", entry.name);
                }
            }
        }
    }
}

//! The map in `src/lib.rs` is true: every module uses only what its row allows.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Files below a folder; none when there is no such folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    if !folder.is_dir() {
        return Vec::new();
    }
    walkdir::WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.extension().is_some_and(|e| e == "rs"))
        .collect()
}

/// Module → modules it may use, from the table of the crate's documentation.
fn allowed() -> BTreeMap<String, Vec<String>> {
    let map = fs::read_to_string(source().join("lib.rs")).unwrap();
    let mut allowed = BTreeMap::new();
    for line in map.lines().filter_map(|line| line.strip_prefix("//! | [`")) {
        let (module, rest) = line.split_once('`').unwrap();
        let uses = rest.trim_end_matches(['|', ' ']).rsplit('|').next().unwrap().trim();
        let uses = if uses == "nothing of ours" {
            Vec::new()
        } else {
            uses.split(',').map(|name| name.trim().to_owned()).collect()
        };
        allowed.insert(module.to_owned(), uses);
    }
    assert!(allowed.len() >= 8, "the table of modules was not found in src/lib.rs");
    allowed
}

/// Code without comments and without its tests at the end.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_module_stands_in_the_map() {
    let map = fs::read_to_string(source().join("lib.rs")).unwrap();
    let allowed = allowed();
    for line in map.lines() {
        if let Some(module) = line.strip_prefix("pub mod ").and_then(|m| m.strip_suffix(';')) {
            assert!(allowed.contains_key(module), "`{module}` is missing in the map of src/lib.rs");
        }
    }
}

#[test]
fn modules_use_only_what_the_map_allows() {
    let mut wrong = Vec::new();
    for (module, uses) in allowed() {
        let mut files = rust_files(&source().join(&module));
        files.extend(Some(source().join(format!("{module}.rs"))).filter(|file| file.exists()));
        assert!(!files.is_empty(), "the map names `{module}`, which does not exist");
        for file in files {
            for part in code(&file).split("crate::").skip(1) {
                let path: String =
                    part.chars().take_while(|c| c.is_alphanumeric() || "_:".contains(*c)).collect();
                let name = path.split("::").next().unwrap();
                // A macro of the crate's root (`crate::rules!`) belongs to the rulebook.
                let name = if part.starts_with("rules!") { "rulebook" } else { name };
                let fits =
                    |allowed: &String| allowed == name || path.starts_with(&format!("{allowed}::"));
                if name != module && !uses.iter().any(fits) {
                    wrong.push(format!("{} uses crate::{path}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `core` is pure: no files, no clock, no environment, no chance; floats only where the file says
/// why.
#[test]
fn core_is_pure() {
    let mut wrong = Vec::new();
    for file in rust_files(&source().join("core")) {
        let code = code(&file);
        for forbidden in [
            "std::fs",
            "std::env",
            "std::io",
            "std::net",
            "SystemTime",
            "Instant",
            "HashMap",
            "HashSet",
        ] {
            if code.contains(forbidden) {
                wrong.push(format!("{} uses {forbidden}", file.display()));
            }
        }
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let floats = code.contains("f64") || code.contains("f32");
        if floats && !["distance.rs", "report.rs"].contains(&name.as_str()) {
            wrong.push(format!("{} uses floating point", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

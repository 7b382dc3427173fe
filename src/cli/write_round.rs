//! `pair --write`: a paired round added to the tournament's own file.
//!
//! The file keeps everything else as it was, byte for byte; it is written beside and renamed, so
//! that an interruption leaves the old one.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::tournament::Loaded;
use crate::core::pairing::{Position, RoundPairing};

/// Appends the round. Refuses one that exists; a round whose predecessor lacks results was refused
/// by the pairing already.
pub fn write(loaded: &Loaded, position: &Position, pairing: &RoundPairing) -> Result<(), String> {
    if pairing.round <= loaded.tournament.rounds_recorded() {
        return Err(format!("round {} is already in the file: it is left as it is", pairing.round));
    }
    let path = rounds_file(loaded)?;
    let bytes = fs::read(&path).map_err(|error| format!("`{}`: {error}", path.display()))?;
    let is_csv = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("csv"));
    let added =
        if is_csv { csv(&bytes, position, pairing)? } else { trf(&bytes, position, pairing)? };
    replace(&path, &added).map_err(|error| format!("`{}`: {error}", path.display()))
}

/// The file that holds the rounds: `games.csv` of a folder, the file that `source` names, or the
/// lone file.
fn rounds_file(loaded: &Loaded) -> Result<PathBuf, String> {
    let place = loaded.place.as_ref().ok_or("the tournament does not lie on disk")?;
    if place.is_file() {
        return Ok(place.clone());
    }
    let text = fs::read_to_string(place.join("tournament.toml")).unwrap_or_default();
    let settings: toml::Table = toml::from_str(&text).unwrap_or_default();
    match settings.get("source").and_then(toml::Value::as_str) {
        Some(source) => Ok(place.join(source)),
        None => Ok(place.join("games.csv")),
    }
}

/// The text with the line end it uses, and whether it ends with one.
fn line_end(bytes: &[u8]) -> &'static [u8] {
    match bytes.iter().position(|&b| b == b'\n') {
        Some(at) if at > 0 && bytes[at - 1] == b'\r' => b"\r\n",
        None if bytes.contains(&b'\r') => b"\r",
        _ => b"\n",
    }
}

/// New lines at the end, in the file's own columns and delimiter.
fn csv(bytes: &[u8], position: &Position, pairing: &RoundPairing) -> Result<Vec<u8>, String> {
    let first = bytes.split(|&b| b == b'\n' || b == b'\r').next().unwrap_or_default();
    let header = String::from_utf8_lossy(first.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(first));
    let delimiter = [',', ';', '\t'].into_iter().max_by_key(|d| header.matches(*d).count());
    let delimiter = delimiter.unwrap_or(',');
    let columns: Vec<String> =
        header.split(delimiter).map(|c| c.trim_matches(['"', ' ']).to_lowercase()).collect();
    for needed in ["round", "white", "black", "result"] {
        if !columns.iter().any(|column| column == needed) {
            return Err(format!("the file has no column `{needed}`"));
        }
    }
    let end = line_end(bytes);
    let mut added = bytes.to_vec();
    if !added.ends_with(b"\n") && !added.ends_with(b"\r") {
        added.extend_from_slice(end);
    }
    let round = pairing.round.to_string();
    let number = |player: usize| position.players[player].number.to_string();
    let mut line = |board: &str, white: &str, black: &str, result: &str| {
        let cells: Vec<&str> = columns
            .iter()
            .map(|column| match column.as_str() {
                "round" => round.as_str(),
                "board" => board,
                "white" => white,
                "black" => black,
                "result" => result,
                _ => "",
            })
            .collect();
        added.extend_from_slice(cells.join(&delimiter.to_string()).as_bytes());
        added.extend_from_slice(end);
    };
    for (board, pair) in pairing.boards.iter().enumerate() {
        line(&(board + 1).to_string(), &number(pair.white), &number(pair.black), "");
    }
    if let Some(bye) = &pairing.bye {
        line("", &number(bye.player), "", "bye");
    }
    Ok(added)
}

/// A cell at the end of every player's record: columns 92–99 of round 1, ten further on for each
/// next round.
fn trf(bytes: &[u8], position: &Position, pairing: &RoundPairing) -> Result<Vec<u8>, String> {
    let start = 91 + 10 * (pairing.round as usize - 1);
    let cells = trf_cells(position, pairing);
    let mut added = Vec::with_capacity(bytes.len() + 11 * position.players.len());
    let mut written = 0;
    for line in bytes.split_inclusive(|&b| b == b'\n') {
        let body_length = line.iter().rposition(|b| !b"\r\n".contains(b)).map_or(0, |at| at + 1);
        let (body, end) = line.split_at(body_length);
        added.extend_from_slice(body);
        let number = body.get(4..8).and_then(|digits| std::str::from_utf8(digits).ok());
        if body.starts_with(b"001")
            && let Some(number) = number.and_then(|n| n.trim().parse::<u32>().ok())
            && let Some((_, cell)) = cells.iter().find(|(n, _)| *n == number)
        {
            // Columns count characters; names may hold more than one byte each.
            let width = String::from_utf8_lossy(body).chars().count();
            if width > start + 8 {
                return Err(format!("player {number} has more rounds than the tournament"));
            }
            added.extend(std::iter::repeat_n(b' ', start.saturating_sub(width)));
            let overlap = width.saturating_sub(start).min(cell.len());
            added.extend_from_slice(&cell.as_bytes()[overlap..]);
            written += 1;
        }
        added.extend_from_slice(end);
    }
    if written != cells.len() {
        return Err("not every paired player has a record 001 in the file".to_owned());
    }
    Ok(added)
}

fn trf_cells(position: &Position, pairing: &RoundPairing) -> Vec<(u32, String)> {
    let number = |player: usize| position.players[player].number;
    let mut cells = Vec::new();
    for board in &pairing.boards {
        let (white, black) = (number(board.white), number(board.black));
        cells.push((white, format!("{black:>4} w *")));
        cells.push((black, format!("{white:>4} b *")));
    }
    cells.extend(pairing.bye.iter().map(|bye| (number(bye.player), "0000 - U".to_owned())));
    cells
}

fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    let permissions = fs::metadata(path)?.permissions();
    fs::set_permissions(file.path(), permissions)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

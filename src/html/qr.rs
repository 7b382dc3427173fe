//! Addresses as QR codes, drawn as one path: a square for each dark module.

use std::fmt::Write as _;

use qrcodegen::{QrCode, QrCodeEcc};

/// Modules of light around the code that readers need (ISO/IEC 18004).
const QUIET: i32 = 4;

/// The side of the drawing in modules, light border and all, and the path of the dark ones. `None`
/// for an address that is too long.
pub fn svg_path(address: &str) -> Option<(i32, String)> {
    let code = QrCode::encode_text(address, QrCodeEcc::Medium).ok()?;
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            // A run of dark modules is one rectangle.
            let run = (x..code.size()).take_while(|&x| code.get_module(x, y)).count() as i32;
            if run > 0 {
                let _ = write!(path, "M{} {}h{run}v1h-{run}z", x + QUIET, y + QUIET);
            }
            x += run.max(1);
        }
    }
    Some((code.size() + 2 * QUIET, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The dark modules of a path, by row.
    fn modules(size: i32, path: &str) -> Vec<Vec<bool>> {
        let mut grid = vec![vec![false; size as usize]; size as usize];
        for part in path.split('M').skip(1) {
            let (x, rest) = part.split_once(' ').unwrap();
            let (y, rest) = rest.split_once('h').unwrap();
            let (run, _) = rest.split_once('v').unwrap();
            let [x, y, run] = [x, y, run].map(|n| n.parse::<usize>().unwrap());
            grid[y][x..x + run].fill(true);
        }
        grid
    }

    #[test]
    fn the_three_corners_are_finder_patterns_in_a_light_border() {
        let (size, path) = svg_path("https://escacs.example/torneigs/1990/x/").unwrap();
        let grid = modules(size, &path);
        let finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"];
        let far = size as usize - 11;
        for (left, top) in [(4, 4), (far, 4), (4, far)] {
            for (dy, row) in finder.iter().enumerate() {
                for (dx, module) in row.chars().enumerate() {
                    assert_eq!(grid[top + dy][left + dx], module == '1', "{left} {top} {dx} {dy}");
                }
            }
        }
        assert!(grid[..4].iter().flatten().all(|dark| !dark));
        assert!(grid.iter().all(|row| row[..4].iter().all(|dark| !dark)));
    }

    #[test]
    fn an_address_that_is_too_long_has_no_code() {
        assert!(svg_path(&"x".repeat(4000)).is_none());
        assert_eq!(svg_path("a"), svg_path("a"), "the same bytes");
    }
}

//! Addresses inside the site, and the relative links between them.
//!
//! An address is the path below the site's root without a leading slash: `""` is the home page,
//! `reglaments/rgc/` a page, `documents/b54.pdf` a file. Links are always relative and end in a
//! file name, so that the site works in any sub-folder and from `file://`.

/// The file that holds the page of an address.
pub fn file_of(url: &str) -> String {
    if url.is_empty() || url.ends_with('/') { format!("{url}index.html") } else { url.to_owned() }
}

/// The relative link from one address to another, which may end in a `#fragment`.
pub fn relative(from: &str, to: &str) -> String {
    let (target, fragment) = match to.split_once('#') {
        Some((target, fragment)) => (target, Some(fragment)),
        None => (to, None),
    };
    if let (true, Some(fragment)) = (from == target, fragment) {
        return format!("#{fragment}");
    }
    let (from, target) = (file_of(from), file_of(target));
    let from_dirs: Vec<&str> = dirs(&from);
    let to_dirs: Vec<&str> = dirs(&target);
    let common = from_dirs.iter().zip(&to_dirs).take_while(|(a, b)| a == b).count();
    let mut link = "../".repeat(from_dirs.len() - common);
    for dir in &to_dirs[common..] {
        link.push_str(dir);
        link.push('/');
    }
    link.push_str(target.rsplit('/').next().unwrap_or_default());
    if let Some(fragment) = fragment {
        link.push('#');
        link.push_str(fragment);
    }
    link
}

fn dirs(file: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_relative_and_name_a_file() {
        let cases = [
            ("", "", "index.html"),
            ("", "reglaments/rgc/", "reglaments/rgc/index.html"),
            ("reglaments/rgc/", "", "../../index.html"),
            ("reglaments/rgc/", "reglaments/rde/#7.A.1", "../rde/index.html#7.A.1"),
            ("reglaments/rgc/", "reglaments/rgc/#8.3", "#8.3"),
            ("reglaments/", "reglaments/rgc/", "rgc/index.html"),
            ("torneigs/1990/x/rondes/1/", "torneigs/1990/x/rondes/2/", "../2/index.html"),
            ("jugadors/a/", "documents/b54.pdf", "../../documents/b54.pdf"),
            ("404.html", "assets/site.css", "assets/site.css"),
        ];
        for (from, to, link) in cases {
            assert_eq!(relative(from, to), link, "{from} → {to}");
        }
    }
}

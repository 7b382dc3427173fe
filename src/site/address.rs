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
    let (from_folder, _) = folder_and_file(from);
    let (folder, file) = folder_and_file(target);
    let mut common = 0;
    for (at, (a, b)) in from_folder.bytes().zip(folder.bytes()).enumerate() {
        if a != b {
            break;
        }
        if a == b'/' {
            common = at + 1;
        }
    }
    let mut link = String::with_capacity(to.len() + 16);
    for _ in from_folder[common..].bytes().filter(|&byte| byte == b'/') {
        link.push_str("../");
    }
    link.push_str(&folder[common..]);
    link.push_str(if file.is_empty() { "index.html" } else { file });
    if let Some(fragment) = fragment {
        link.push('#');
        link.push_str(fragment);
    }
    link
}

/// The folder of an address with its slash, and the name of its file; none for a page.
fn folder_and_file(url: &str) -> (&str, &str) {
    url.split_at(url.rfind('/').map_or(0, |slash| slash + 1))
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

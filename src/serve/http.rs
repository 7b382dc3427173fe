//! Requests and answers: files of the site, and news of it for the pages that are open.

use std::io::Cursor;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use serde_json::json;
use tiny_http::{Header, Method, Request, Response, Server};

use super::{ServeError, State};

/// Threads that answer.
const THREADS: usize = 4;
/// How long a page waits for news before it asks again.
const PATIENCE: Duration = Duration::from_secs(25);
/// Addresses of ours; no page of a site begins so.
const NEWS: &str = "/__butlleti/news";
const SCRIPT: &str = "/__butlleti/reload.js";
const STYLE: &str = "/__butlleti/reload.css";

/// What is answered to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    pub media: &'static str,
    /// Where else it is, for a redirection.
    pub location: Option<String>,
    pub body: Vec<u8>,
}

impl Answer {
    fn text(status: u16, text: &str) -> Self {
        let body = text.as_bytes().to_vec();
        Self { status, media: "text/plain; charset=utf-8", location: None, body }
    }
}

/// Answers at a port of this machine, and of this machine alone.
pub fn listen(state: Arc<State>, port: u16) -> Result<SocketAddr, ServeError> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let failed = |error| ServeError::Listen { address: address.to_string(), error };
    let server = Arc::new(Server::http(address).map_err(failed)?);
    let bound = server.server_addr().to_ip().unwrap_or(address);
    for _ in 0..THREADS {
        let (server, state) = (server.clone(), state.clone());
        thread::spawn(move || {
            while let Ok(request) = server.recv() {
                take(request, &state);
            }
        });
    }
    Ok(bound)
}

fn take(request: Request, state: &Arc<State>) {
    let url = request.url().to_owned();
    if url.split('?').next() == Some(NEWS) && is_ours(&request) {
        // It waits: the threads that answer must not.
        let state = state.clone();
        thread::spawn(move || {
            let since = url.split_once("since=").and_then(|(_, since)| since.parse().ok());
            respond(request, news(&state, since));
        });
        return;
    }
    let answer = match (request.method(), is_ours(&request)) {
        (_, false) => Answer::text(403, "this server answers its own machine\n"),
        (Method::Get | Method::Head, true) => answer(state, &url),
        _ => Answer::text(405, "only GET and HEAD\n"),
    };
    respond(request, answer);
}

/// A page of another site may send requests here under a name of its own: they are refused.
fn is_ours(request: &Request) -> bool {
    let host = request.headers().iter().find(|header| header.field.equiv("Host"));
    host.is_some_and(|host| {
        let name =
            host.value.as_str().rsplit_once(':').map_or(host.value.as_str(), |(name, _)| name);
        ["localhost", "127.0.0.1"].contains(&name)
    })
}

fn respond(request: Request, answer: Answer) {
    let header = |name: &str, value: &str| Header::from_bytes(name, value).ok();
    let mut headers: Vec<Header> = Vec::new();
    headers.extend(header("Content-Type", answer.media));
    headers.extend(header("Cache-Control", "no-store"));
    headers.extend(header("X-Content-Type-Options", "nosniff"));
    headers.extend(answer.location.as_deref().and_then(|location| header("Location", location)));
    let length = answer.body.len();
    let body = Cursor::new(answer.body);
    // Somebody who has gone away is no error.
    let _ = request.respond(Response::new(answer.status.into(), headers, body, Some(length), None));
}

fn news(state: &State, since: Option<u64>) -> Answer {
    let news = match since {
        Some(since) => state.wait(since, PATIENCE),
        None => state.news(),
    };
    let body = json!({"version": news.version, "files": news.files, "problems": news.problems});
    let body = body.to_string().into_bytes();
    Answer { status: 200, media: "application/json", location: None, body }
}

/// The answer to a request for an address.
pub fn answer(state: &State, url: &str) -> Answer {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let ours = |media, body: &str| Answer {
        status: 200,
        media,
        location: None,
        body: body.as_bytes().to_vec(),
    };
    match path {
        SCRIPT => return ours("text/javascript; charset=utf-8", include_str!("reload.js")),
        STYLE => return ours("text/css; charset=utf-8", include_str!("reload.css")),
        _ => {}
    }
    let Some(path) = decode(path).and_then(|path| path.strip_prefix('/').map(str::to_owned)) else {
        return Answer::text(400, "this is no address\n");
    };
    let live = state.live();
    let name = match path.as_str() {
        path if path.is_empty() || path.ends_with('/') => format!("{path}index.html"),
        path => path.to_owned(),
    };
    if let Some(body) = live.read(&name) {
        return file(&name, 200, body, state);
    }
    if live.has(&format!("{path}/index.html")) {
        let location = Some(format!("/{}/", encode(&path)));
        return Answer { location, ..Answer::text(301, "") };
    }
    match live.read("404.html") {
        Some(body) => file("404.html", 404, body, state),
        None => Answer::text(404, "there is no such page\n"),
    }
}

fn file(name: &str, status: u16, mut body: Vec<u8>, state: &State) -> Answer {
    let media = media(name);
    if media.starts_with("text/html") {
        let tag = format!("<script src=\"{SCRIPT}?v={}\" defer></script>\n", state.news().version);
        let end = b"</body>";
        let at = body.windows(end.len()).rposition(|window| window == end).unwrap_or(body.len());
        body.splice(at..at, tag.into_bytes());
    }
    Answer { status, media, location: None, body }
}

fn media(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "pdf" => "application/pdf",
        "xml" => "application/xml",
        "atom" => "application/atom+xml",
        "ics" => "text/calendar; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        "txt" | "trf" | "pgn" | "toml" | "md" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// Percent signs made bytes; nothing when they are not UTF-8 then.
fn decode(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// An address for a header: everything but plain letters and signs as percent signs.
fn encode(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    path.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::Fingerprint;
    use crate::publish::{Live, Shelf};

    fn state(folder: &std::path::Path) -> State {
        let state = State::new(Live::new(folder));
        let made = {
            let live = state.live();
            let round = live.round().unwrap();
            for (path, text) in [
                ("index.html", "<body>inici</body>"),
                ("404.html", "<body>no hi és</body>"),
                ("a b/é/index.html", "<body>é</body>"),
                ("fitxer.csv", "x"),
            ] {
                round.put(path, Fingerprint::of(path), text.as_bytes()).unwrap();
            }
            round.into_made()
        };
        state.commit(made).unwrap();
        state
    }

    #[test]
    fn pages_files_and_what_is_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let state = state(folder.path());
        let told = |url: &str| {
            let answer = answer(&state, url);
            (answer.status, answer.location, String::from_utf8(answer.body).unwrap())
        };
        let (status, _, home) = told("/?x=1");
        assert_eq!(status, 200);
        let script = "inici<script src=\"/__butlleti/reload.js?v=0\" defer></script>\n</body>";
        assert!(home.contains(script), "{home}");
        assert_eq!(told("/a%20b/%C3%A9/").0, 200);
        assert_eq!(told("/a%20b/%C3%A9").1.as_deref(), Some("/a%20b/%C3%A9/"));
        assert_eq!(told("/fitxer.csv").2, "x");
        assert_eq!(told("/res/").0, 404);
        assert!(told("/res/").2.contains("no hi és"));
        assert_eq!(told("/__butlleti/reload.js").0, 200);
    }

    #[test]
    fn no_address_leaves_the_site() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("site");
        std::fs::create_dir(&inside).unwrap();
        std::fs::write(folder.path().join("secret"), "secret").unwrap();
        let state = state(&inside);
        // A file that lies in the folder but is of no build is not served either.
        std::fs::write(inside.join("other"), "secret").unwrap();
        for url in [
            "/../secret",
            "/%2e%2e/secret",
            "/..%2fsecret",
            "//secret",
            "/a/../../secret",
            "/other",
            "/%",
            "/%zz",
            "/%ff",
            "secret",
            "",
            "/./other",
            "/\\..\\secret",
        ] {
            let answer = answer(&state, url);
            assert!([400, 404].contains(&answer.status), "{url}: {}", answer.status);
            assert!(!String::from_utf8_lossy(&answer.body).contains("secret"), "{url}");
        }
    }
}

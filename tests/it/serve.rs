//! `butlleti serve` as an editor and a browser meet it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server of a small site, ended when it is dropped.
struct Server {
    child: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn page(folder: &Path, name: &str, text: &str) {
    fs::create_dir_all(folder.join("content/guies")).unwrap();
    let text = format!("+++\ntitle = \"{name}\"\n+++\n\n{text}\n");
    fs::write(folder.join(format!("content/guies/{name}.md")), text).unwrap();
}

fn start(folder: &Path) -> Server {
    let mut child = Command::new(env!("CARGO_BIN_EXE_butlleti"))
        .args(["serve", "--port", "0"])
        .current_dir(folder)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let address = loop {
        let line = lines.next().expect("it tells its address").unwrap();
        if let Some((_, rest)) = line.split_once("http://") {
            break rest.split('/').next().unwrap().to_owned();
        }
    };
    // What it says later must not stop it.
    std::thread::spawn(move || lines.for_each(drop));
    Server { child, address }
}

impl Server {
    /// Status and body.
    fn get(&self, path: &str, host: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        let body = answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned());
        (status, body.unwrap_or_default())
    }

    /// Asks until the answer is as wanted.
    fn until(&self, path: &str, wanted: impl Fn(u16, &str) -> bool) -> String {
        let began = Instant::now();
        loop {
            let (status, body) = self.get(path, "localhost");
            if wanted(status, &body) {
                return body;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "{path} stays {status}: {body}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn changes_are_shown_and_mistakes_leave_the_last_good_site() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("site.toml"), "title = \"Prova\"\n").unwrap();
    page(folder.path(), "una", "El primer text.");
    let server = start(folder.path());
    let (status, body) = server.get("/guies/una/", "127.0.0.1");
    assert_eq!(status, 200);
    assert!(body.contains("El primer text.") && body.contains("/__butlleti/reload.js?v="));

    page(folder.path(), "una", "Un altre text.");
    server.until("/guies/una/", |_, body| body.contains("Un altre text."));

    // A mistake: told, with its place, while the last good page stays.
    page(folder.path(), "una", "Un enllaç [trencat](/guies/enlloc.md).");
    let news = server.until("/__butlleti/news", |_, body| body.contains("E0311"));
    assert!(news.contains("content/guies/una.md:5:21"), "{news}");
    assert!(server.get("/guies/una/", "localhost").1.contains("Un altre text."));

    // Mended by the page that was missing.
    page(folder.path(), "enlloc", "Ara hi és.");
    server.until("/guies/enlloc/", |status, _| status == 200);
    server.until("/guies/una/", |_, body| body.contains("../enlloc/index.html"));
    server.until("/__butlleti/news", |_, body| body.contains("\"problems\":null"));

    // Taken away again, with the link to it.
    page(folder.path(), "una", "Sense enllaç.");
    fs::remove_file(folder.path().join("content/guies/enlloc.md")).unwrap();
    server.until("/guies/enlloc/", |status, _| status == 404);

    assert_eq!(server.get("/", "example.org").0, 403, "other names are not answered");
    assert_eq!(server.get("/../site.toml", "localhost").0, 404);
}

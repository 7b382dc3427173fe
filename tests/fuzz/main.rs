//! Every reader against damaged input: an answer or diagnostics, never a panic, never long, never
//! much memory; every diagnostic lies inside its text; what was written is read back as it was.
//!
//! No tool is needed: `cargo test --test fuzz`. A moment for each reader by default;
//! `BUTLLETI_FUZZ_SECONDS=600` is so many seconds for each, `BUTLLETI_FUZZ_SEED=7` another stream
//! of inputs (with seconds given and no seed, each run has its own). A failure prints seed and case
//! and leaves the input in a file; a file named by `BUTLLETI_FUZZ_INPUT` is run again by the reader
//! whose test is chosen: `BUTLLETI_FUZZ_INPUT=… cargo test --test fuzz trf`.

#[path = "../common/mod.rs"]
mod common;
mod found;
mod large;
mod mutate;
mod readers;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use butlleti::diag::{Diagnostics, Sources, Span};
use mutate::{Mutator, Random};

/// A sound file of a reader: the path it has for the reader, and its bytes.
#[derive(Clone, Debug)]
pub struct Seed {
    pub path: PathBuf,
    pub bytes: Vec<u8>,
}

/// Something that reads bytes.
pub struct Reader {
    pub name: &'static str,
    /// Where in the corpus its files lie, as folders or files; they are never empty.
    pub seeds: Vec<Seed>,
    /// Words that mean something to it.
    pub words: &'static [&'static str],
    /// Reads, and asserts what must hold.
    pub read: fn(&Path, &[u8]),
    /// An input made by a grammar, where there is one.
    pub generate: Option<fn(&mut Random) -> Seed>,
}

/// Inputs for each reader when no time is asked for.
const CASES: u64 = 250;
/// An input takes no longer, however slow the machine.
const LONGEST: Duration = Duration::from_secs(20);
/// No input is longer.
const MOST_BYTES: usize = 1 << 15;
/// Nor does the whole program ever hold more.
const MOST_MEMORY: u64 = 1 << 30;

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Where failing inputs are left.
fn left(reader: &str, what: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{reader}-{what}"))
}

/// Bytes that the program holds now; `None` where the system does not tell.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? * 1024)
}

/// Runs one input; the reason when something does not hold.
fn run(reader: &Reader, seed: &Seed) -> Result<(), String> {
    let start = Instant::now();
    catch_unwind(AssertUnwindSafe(|| (reader.read)(&seed.path, &seed.bytes))).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned())).unwrap_or_default()
    })?;
    let took = start.elapsed();
    if took > LONGEST {
        return Err(format!("{took:?} for {} bytes", seed.bytes.len()));
    }
    match memory() {
        Some(bytes) if bytes > MOST_MEMORY => Err(format!("the program holds {bytes} bytes")),
        _ => Ok(()),
    }
}

/// Fails with everything that is needed to see it again.
fn fail(reader: &Reader, seed: &Seed, case: &str, reason: &str) -> ! {
    let path = left(reader.name, "failed");
    let kept = std::fs::write(&path, &seed.bytes).map(|()| path.display().to_string());
    panic!(
        "{} as `{}`, {case}: {reason}\ninput: {}",
        reader.name,
        seed.path.display(),
        kept.unwrap_or_else(|error| format!("{error}: {:?}", seed.bytes)),
    );
}

/// Runs a reader for its time.
pub fn fuzz(reader: &Reader) {
    for seed in &reader.seeds {
        if let Err(reason) = run(reader, seed) {
            fail(reader, seed, "the corpus", &reason);
        }
    }
    if let Ok(path) = std::env::var("BUTLLETI_FUZZ_INPUT") {
        let bytes = std::fs::read(&path).expect("the input can be read");
        for seed in &reader.seeds {
            let seed = Seed { path: seed.path.clone(), bytes: bytes.clone() };
            if let Err(reason) = run(reader, &seed) {
                fail(reader, &seed, &path, &reason);
            }
        }
        return;
    }
    let seconds = variable("BUTLLETI_FUZZ_SECONDS");
    let stream = variable("BUTLLETI_FUZZ_SEED").unwrap_or_else(|| match seconds {
        Some(_) => std::process::id().into(),
        None => 1,
    });
    // Without a time so many cases of one stream: the same on every machine.
    let (time, most) = match seconds {
        Some(seconds) => (Duration::from_secs(seconds), u64::MAX),
        None => (Duration::MAX, CASES),
    };
    let mut random = Random::new(stream);
    let mutator = Mutator { seeds: &reader.seeds, words: reader.words, longest: MOST_BYTES };
    let (start, mut cases) = (Instant::now(), 0_u64);
    while start.elapsed() < time && cases < most {
        let mut seed = match reader.generate {
            Some(generate) if random.chance(2) => generate(&mut random),
            _ => mutator.pick(&mut random),
        };
        if !(reader.generate.is_some() && random.chance(2)) {
            mutator.damage(&mut seed.bytes, &mut random);
        }
        // What ends the program at once leaves its input, too.
        let _ = std::fs::write(left(reader.name, "running"), &seed.bytes);
        if let Err(reason) = run(reader, &seed) {
            fail(reader, &seed, &format!("seed {stream}, case {cases}"), &reason);
        }
        cases += 1;
    }
    println!("{}: {cases} inputs in {:?}, seed {stream}", reader.name, start.elapsed());
}

/// Every place of a diagnostic lies inside its text, on whole characters, and it can be shown.
pub fn check_diagnostics(diagnostics: &Diagnostics, sources: &Sources) {
    let inside = |span: Span, code: &str| {
        let text = &sources.get(span.file).text;
        assert!(
            span.start <= span.end && text.get(span.start..span.end).is_some(),
            "{code}: {}..{} is not within {} bytes",
            span.start,
            span.end,
            text.len()
        );
    };
    for diagnostic in diagnostics.iter() {
        let code = diagnostic.code.0;
        diagnostic.span.iter().for_each(|&span| inside(span, code));
        diagnostic.related.iter().for_each(|(span, _)| inside(*span, code));
        assert!(butlleti::explain::explain(code).is_some(), "{code} is not explained");
    }
    diagnostics.render(sources, false);
    diagnostics.to_json(sources);
}

//! Which files of a site changed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::ServeError;
use crate::project::INPUTS;

/// Editors write a file in several steps: what follows within this time belongs together.
const TOGETHER: Duration = Duration::from_millis(8);
/// However busy it is, nobody waits longer than this.
const AT_MOST: Duration = Duration::from_millis(200);

/// The changes of a site, as they come.
pub struct Changes {
    root: PathBuf,
    events: Receiver<notify::Result<Event>>,
    /// Watches as long as it lives.
    _watcher: RecommendedWatcher,
}

/// Watches all that a build of the site reads.
pub fn watch(root: &Path) -> Result<Changes, ServeError> {
    let root = std::fs::canonicalize(root).unwrap_or_else(|_| root.to_path_buf());
    let failed = |folder: &Path| {
        let folder = folder.to_path_buf();
        move |error| ServeError::Watch { folder, error }
    };
    let (sender, events) = channel();
    let mut watcher = notify::recommended_watcher(sender).map_err(failed(&root))?;
    // The folder itself tells of `site.toml` and of folders that come later.
    watcher.watch(&root, RecursiveMode::NonRecursive).map_err(failed(&root))?;
    for place in INPUTS {
        let folder = root.join(place);
        if folder.is_dir() {
            watcher.watch(&folder, RecursiveMode::Recursive).map_err(failed(&folder))?;
        }
    }
    Ok(Changes { root, events, _watcher: watcher })
}

impl Changes {
    /// Waits for files and folders that may have changed, from the root; `None` when nothing will ever come.
    pub fn next(&self) -> Option<BTreeSet<PathBuf>> {
        let mut paths = BTreeSet::new();
        self.add(self.events.recv().ok()?, &mut paths);
        let began = Instant::now();
        while began.elapsed() < AT_MOST
            && let Ok(event) = self.events.recv_timeout(TOGETHER)
        {
            self.add(event, &mut paths);
        }
        Some(paths)
    }

    fn add(&self, event: notify::Result<Event>, paths: &mut BTreeSet<PathBuf>) {
        match event {
            Ok(event) if event.need_rescan() => paths.extend(INPUTS.iter().map(PathBuf::from)),
            // Reading a file changes nothing.
            Ok(Event { kind: EventKind::Access(_), .. }) => {}
            Ok(event) => {
                let inside =
                    event.paths.iter().filter_map(|path| path.strip_prefix(&self.root).ok());
                paths.extend(inside.map(Path::to_path_buf));
            }
            // What cannot be watched may have changed.
            Err(_) => paths.extend(INPUTS.iter().map(PathBuf::from)),
        }
    }
}

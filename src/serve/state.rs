//! What is served just now, and who waits for the next.

use std::sync::{Condvar, Mutex, PoisonError, RwLock, RwLockReadGuard};
use std::time::Duration;

use crate::publish::{Changes, Live, MadeAnew, PublishError};

/// A site that is served while it changes.
#[derive(Debug)]
pub struct State {
    live: RwLock<Live>,
    news: Mutex<News>,
    changed: Condvar,
}

/// What open pages are told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// Grows whenever there is something to tell.
    pub version: u64,
    /// The last version in which files changed.
    pub files: u64,
    /// Why the last change could not be built.
    pub problems: Option<String>,
}

impl State {
    pub fn new(live: Live) -> Self {
        Self { live: RwLock::new(live), news: Mutex::default(), changed: Condvar::new() }
    }

    /// The site as it is: nothing changes while it is held.
    pub fn live(&self) -> RwLockReadGuard<'_, Live> {
        self.live.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes over what a build made.
    pub fn commit(&self, made: MadeAnew) -> Result<Changes, PublishError> {
        self.live.write().unwrap_or_else(PoisonError::into_inner).commit(made)
    }

    /// Tells who waits how a build went.
    pub fn tell(&self, files_changed: bool, problems: Option<String>) {
        let mut news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        if !files_changed && news.problems == problems {
            return;
        }
        news.version += 1;
        if files_changed {
            news.files = news.version;
        }
        news.problems = problems;
        self.changed.notify_all();
    }

    pub fn news(&self) -> News {
        self.news.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits until there is another version than `since`, but no longer than `patience`.
    pub fn wait(&self, since: u64, patience: Duration) -> News {
        let news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |news: &mut News| news.version == since;
        let waited = self.changed.wait_timeout_while(news, patience, same);
        waited.unwrap_or_else(PoisonError::into_inner).0.clone()
    }
}

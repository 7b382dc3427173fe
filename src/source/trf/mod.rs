//! TRF, the report file of FIDE: TRF06, TRF16, TRF26, and the extensions of pairing programs.
//!
//! * [`records`]: lines, record codes and columns; knows nothing of tournaments;
//! * [`read`]: records → [`Tournament`](crate::model::Tournament);
//! * `header`: what other records than those of players say;
//! * [`dates`]: the many spellings of dates in its free-text headers.
//!
//! What is read: 001 with its rounds, 012–132, 142, 152, 192, 240, 260, national rating (NRS)
//! records, and `XXR`, `XXC`, `XXZ`, `XXP`. Other records are kept out with a note each that says so.

pub mod dates;
mod header;
pub mod read;
pub mod records;
mod teams;

pub use read::{read_trf, recognise_trf};

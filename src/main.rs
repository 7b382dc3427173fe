//! The program; everything is in the library.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Reports are many small values, made and let go by all threads: a fifth of the time of a build
/// goes to the system's allocator.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    butlleti::cli::main()
}

fn main() {
    use butlleti::*;
    let sources = diag::Sources::default();
    let mut diagnostics = diag::Diagnostics::new();
    let rb = source::load_rulebook(&project::Project::disk("."), &sources, &mut diagnostics);
    print!("{}", diagnostics.render(&sources, false));
    println!(
        "{} regulations {} provisions {} params",
        rb.regulations.len(),
        rb.provisions().count(),
        rb.params.len()
    );
}

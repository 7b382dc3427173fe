//! Circulars from their files to the consolidated text of a day.

use super::testing::{HEAD, Run, repository, run_files};
use crate::model::Date;
use crate::rulebook::diff::Part;
use crate::rulebook::{Block, ChangeKind, How, ParamValue, ProvisionId, Rulebook, plain_text};

const BASE: &str = "§ [1.] U, amb [25]{param=\"x.n\" unit=\"jugadors\"} jugadors.\n\n§§ [a)] Lletra a.\n\n\
                    §§ [b)] Lletra b.\n\n§ [2.] Dos. Vegeu [[X 1.b]].\n";

fn circular(number: &str, in_force: &str, body: &str) -> String {
    format!(
        "+++\nnumber = \"{number}\"\ntitle = \"C\"\ndate = 1991-01-01\nin_force = {in_force}\n+++\n{body}"
    )
}

/// The base text with circulars, which begin on line 7 of their files.
fn amended(circulars: &[(&str, &str)]) -> Run {
    let base = format!("{HEAD}{BASE}");
    let mut texts = Vec::new();
    for (number, &(in_force, body)) in circulars.iter().enumerate() {
        let number = number + 1;
        texts.push((
            format!("content/circulars/{number}.md"),
            circular(&format!("{number}/1991"), in_force, body),
        ));
    }
    let mut files = vec![("content/reglaments/x.md", base.as_str())];
    files.extend(texts.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    run_files(&files)
}

fn day(year: i16, month: i8, day: i8) -> Date {
    Date::new(year, month, day).unwrap()
}

fn text(rulebook: &Rulebook, id: &str) -> String {
    let provision = rulebook.provision(&ProvisionId::from(id)).expect(id);
    crate::rulebook::blocks_text(&provision.blocks)
}

fn ids(rulebook: &Rulebook) -> Vec<&str> {
    rulebook.provisions().map(|p| p.id.as_str()).collect()
}

#[test]
fn a_number_changes_on_its_day() {
    let run = amended(&[(
        "1991-03-01",
        "Intro.\n\n§ replace [X 1]\n\nPer què.\n\n§ [1.] U, amb [vint]{param=\"x.n\" value=\"20\" unit=\"jugadors\"} jugadors.\n",
    )]);
    assert!(run.problems().is_empty(), "{:?}", run.problems());
    let versions = &run.versions;
    assert_eq!(versions.dates(), [day(1990, 12, 1), day(1991, 3, 1)]);
    let value = |on| versions.on(on).params["x.n"].value.clone();
    // Before the first text, the first text.
    assert_eq!(value(day(1990, 7, 1)), ParamValue::Integer(25));
    assert_eq!(value(day(1991, 2, 28)), ParamValue::Integer(25));
    assert_eq!(value(day(1991, 3, 1)), ParamValue::Integer(20));
    assert_eq!(ids(versions.latest()), ["X 1", "X 1.a", "X 1.b", "X 2"]);
    let circular = &versions.circulars()[0];
    assert_eq!((circular.number.as_str(), circular.slug.as_str()), ("1/1991", "1-1991"));
    assert_eq!(circular.amendments[0].reason.len(), 1);

    let history = versions.history(&"X 1".into());
    assert_eq!(history.len(), 2);
    assert_eq!((history[0].from, history[0].until), (day(1990, 12, 1), Some(day(1991, 3, 1))));
    assert_eq!(history[1].by.as_deref(), Some("1/1991"));
    assert_eq!(history[1].how, Some(How::Replaced));
    assert_eq!(versions.history(&"X 2".into()).len(), 1);

    let changes = versions.compare(day(1990, 12, 1), day(1992, 1, 1));
    assert_eq!(changes.len(), 1);
    assert_eq!(
        changes[0].kind,
        ChangeKind::Changed(vec![
            Part::Same("U, amb ".into()),
            Part::Deleted("25 ".into()),
            Part::Inserted("vint ".into()),
            Part::Same("jugadors.".into()),
        ])
    );
    assert!(versions.compare(day(1989, 1, 1), day(1991, 2, 28)).is_empty());
}

#[test]
fn provisions_are_added_in_their_places() {
    let run = amended(&[
        ("1991-03-01", "§ add [X 1 bis] after [X 1]\n\n§ [1 bis.] Entremig.\n\n§§ [a)] A sota.\n"),
        (
            "1991-04-01",
            "§ add [X 1.c] under [X 1]\n\n§ [c)] Lletra c.\n\n§ add [X 0] before [X 1]\n\n§ [0.]{skip=\"true\"} Zero.\n",
        ),
    ]);
    assert!(run.problems().is_empty(), "{:?}", run.problems());
    let latest = run.versions.latest();
    assert_eq!(
        ids(latest),
        ["X 0", "X 1", "X 1.a", "X 1.b", "X 1.c", "X 1 bis", "X 1 bis.a", "X 2"]
    );
    let added = latest.provision(&"X 1 bis.a".into()).unwrap();
    assert_eq!((added.depth, added.parent.clone()), (2, Some("X 1 bis".into())));
    let under = latest.provision(&"X 1.c".into()).unwrap();
    assert_eq!((under.depth, under.parent.clone()), (2, Some("X 1".into())));
    assert_eq!(run.versions.history(&"X 1.c".into())[0].from, day(1991, 4, 1));
    let changes = run.versions.compare(day(1991, 3, 1), day(1991, 4, 1));
    assert_eq!(changes.iter().map(|c| c.id.as_str()).collect::<Vec<_>>(), ["X 0", "X 1.c"]);
    // The other way round, what was added is taken away.
    let back = run.versions.compare(day(1991, 4, 1), day(1991, 3, 1));
    assert_eq!(back[0].kind, ChangeKind::Removed("Zero.".into()));
}

#[test]
fn what_is_repealed_keeps_its_address() {
    let run = amended(&[("1991-03-01", "§ repeal [X 1]\n\nJa no cal.\n")]);
    assert!(run.problems().is_empty(), "{:?}", run.problems());
    let latest = run.versions.latest();
    assert!(latest.provision(&"X 1.b".into()).unwrap().is_repealed());
    assert_eq!(text(latest, "X 1"), "");
    assert!(latest.params.is_empty());
    assert_eq!(run.versions.published().params.len(), 1);
    assert_eq!(run.versions.history(&"X 1.b".into())[1].how, Some(How::Repealed));
}

#[test]
fn replacing_all_repeals_what_is_not_written_anew() {
    let run = amended(&[(
        "1991-03-01",
        "§ replace all [X 1]\n\n§ [1.] Nou, amb [30]{param=\"x.n\" unit=\"jugadors\"}.\n\n§§ [a)] Nova a.\n",
    )]);
    assert!(run.problems().is_empty(), "{:?}", run.problems());
    let latest = run.versions.latest();
    assert_eq!(ids(latest), ["X 1", "X 1.a", "X 1.b", "X 2"]);
    assert_eq!(text(latest, "X 1.a"), "Nova a.");
    assert!(latest.provision(&"X 1.b".into()).unwrap().is_repealed());
}

#[test]
fn two_circulars_may_change_one_provision_on_different_days() {
    let replace = |text: &str| format!("§ replace [X 2]\n\n§ [2.] {text}\n");
    let (first, second) = (replace("Dos bis."), replace("Dos ter."));
    let run = amended(&[("1991-03-01", &first), ("1991-04-01", &second)]);
    assert!(run.problems().is_empty(), "{:?}", run.problems());
    assert_eq!(text(run.versions.on(day(1991, 3, 31)), "X 2"), "Dos bis.");
    assert_eq!(run.versions.history(&"X 2".into()).len(), 3);

    let run = amended(&[("1991-03-01", &first), ("1991-03-01", &second)]);
    assert_eq!(
        run.problems(),
        [
            "E0254 content/circulars/2.md:7:12 `X 2` is amended twice on 1991-03-01; put both changes into one amendment, or change the day of one circular"
        ]
    );
}

#[test]
fn amendments_of_nothing_name_the_nearest_provision() {
    let run = amended(&[(
        "1991-03-01",
        "§ replace [X 1.d]\n\n§ [d)] De.\n\n§ add [X 4] after [X 33]\n\n§ [4.] Quatre.\n\n§ add [X 2] after [X 1]\n\n§ [2.] Dos.\n",
    )]);
    let problems = run.problems();
    assert_eq!(
        problems[0],
        "E0253 content/circulars/1.md:7:12 no provision `X 1.d` exists to be amended; did you mean `X 1.a`?"
    );
    assert!(
        problems[1].starts_with("E0253 content/circulars/1.md:11:8 no provision `X 33`"),
        "{}",
        problems[1]
    );
    assert!(problems[2].starts_with("E0256 content/circulars/1.md:15:8 `X 2` exists already"));
}

#[test]
fn what_is_repealed_is_not_amended() {
    let run = amended(&[
        ("1991-03-01", "§ repeal [X 2]\n"),
        ("1991-04-01", "§ replace [X 2]\n\n§ [2.] Dos.\n"),
    ]);
    assert_eq!(
        run.problems(),
        [
            "E0255 content/circulars/2.md:7:12 `X 2` is repealed and cannot be amended; add a new provision with another identifier instead"
        ]
    );
    assert_eq!(text(run.versions.latest(), "X 2"), "");
}

#[test]
fn parameters_keep_their_types_and_homes() {
    let run = amended(&[(
        "1991-03-01",
        "§ replace [X 1]\n\n§ [1.] U, amb el [50 %]{param=\"x.n\" unit=\"jugadors\"}.\n\n\
         § replace [X 2]\n\n§ [2.] Dos, amb [3]{param=\"x.n\"}.\n",
    )]);
    let codes: Vec<_> =
        run.problems().iter().map(|p| p.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(codes, ["E0259 content/circulars/1.md:9:18", "E0302 content/circulars/1.md:13:17"]);
    let run = amended(&[("1991-03-01", "§ replace [X 1]\n\n§ [1.] U, sense xifra.\n")]);
    assert!(
        run.problems()[0]
            .starts_with("W0260 content/circulars/1.md:7:12 the new text has no parameter `x.n`")
    );
}

#[test]
fn malformed_amendments_are_told_at_their_lines() {
    let run = amended(&[(
        "1991-03-01",
        "§ replce [X 1]\n\n§ replace [X 1]\n\n§ repeal [X 2]\n\n§ [2.] Text.\n\n\
         § replace [X 2]\n\n§ [2.] Dos.\n\n§§ [a)] A.\n\n§ add [X 3] [X 2]\n",
    )]);
    let found: Vec<_> =
        run.problems().iter().map(|p| p.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(
        found,
        [
            "E0251 content/circulars/1.md:7:1",
            "E0252 content/circulars/1.md:9:12",
            "E0252 content/circulars/1.md:11:11",
            "E0257 content/circulars/1.md:19:4",
            "E0251 content/circulars/1.md:21:1",
        ]
    );
}

#[test]
fn dates_and_labels_of_circulars_are_checked() {
    let run =
        amended(&[("1990-01-01", "§ replace [X 2]\n\n§ [3.] Dos.\n"), ("1991-03-01", "Res.\n")]);
    let found: Vec<_> =
        run.problems().iter().map(|p| p.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(
        found,
        [
            "W0258 content/circulars/1.md:5:1",
            "E0261 content/circulars/1.md:7:12",
            "W0240 content/circulars/1.md:9:3",
            "W0261 content/circulars/1.md:9:3",
            "W0263 content/circulars/2.md:7:1",
        ]
    );
}

/// The two circulars of the repository, made up to show consolidation.
#[test]
fn the_demonstration_circulars() {
    let versions = &repository().versions;
    assert_eq!(versions.dates(), [day(1990, 12, 1), day(1991, 3, 1), day(1991, 6, 1)]);
    let least = |on| versions.on(on).params["oberts.min-jugadors"].value.clone();
    assert_eq!(least(day(1991, 2, 28)), ParamValue::Integer(25));
    assert_eq!(least(day(1991, 3, 1)), ParamValue::Integer(20));
    assert!(versions.circulars().iter().all(|circular| circular.invented));
    let changes = versions.compare(day(1990, 12, 1), day(1991, 12, 31));
    assert_eq!(
        changes.iter().map(|c| (c.id.as_str(), c.by.as_deref())).collect::<Vec<_>>(),
        [("Oberts 4", Some("1/1991")), ("Oberts 8 bis", Some("2/1991"))]
    );
    let ChangeKind::Changed(parts) = &changes[0].kind else { panic!("{:?}", changes[0].kind) };
    assert!(parts.contains(&Part::Deleted("25 ".into())));
    assert!(parts.contains(&Part::Inserted("20 ".into())));
    let added = versions.latest().provision(&"Oberts 8 bis".into()).unwrap();
    let Some(Block::Paragraph(words)) = added.blocks.first() else { panic!() };
    assert!(plain_text(words).contains("la norma 8"));
}

//! What every code of a problem means, for `butlleti explain E0502`.
//!
//! Codes are stable: `E` errors, `W` warnings, `N` notes. 01 files and tables, 02 texts and
//! settings, 03 parameters, 04 identifiers, 05 events, 06 files of other programs, 07 commands.

/// A kind of problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    pub code: &'static str,
    /// In a few words.
    pub title: &'static str,
    /// What it means and how to mend it.
    pub text: &'static str,
}

const fn kind(code: &'static str, title: &'static str, text: &'static str) -> Explanation {
    Explanation { code, title, text }
}

/// The kind of problem with a code, in any case.
pub fn explain(code: &str) -> Option<&'static Explanation> {
    ALL.iter().find(|kind| kind.code.eq_ignore_ascii_case(code))
}

/// All kinds, by number within errors, warnings and notes.
pub const ALL: &[Explanation] = &[
    // Files and tables.
    kind(
        "E0100",
        "a file cannot be read",
        "A file that is needed, or that another file names, is missing or cannot be opened. Create \
         it, correct the name where it is written, or take away what names it. A path may not leave \
         the site's folder.",
    ),
    kind(
        "E0101",
        "invalid UTF-8",
        "Texts of a site (regulations, settings, languages, glossary) are UTF-8. The message tells \
         line and column of the first byte that is not. Open the file in an editor with the encoding \
         it really has, often Windows-1252, and save it as UTF-8. CSV and results of other programs \
         are read as Windows-1252 by themselves (N0101).",
    ),
    kind(
        "E0102",
        "not a text",
        "The file holds NUL bytes: it is a spreadsheet, an image or another binary file. Export it as \
         text (CSV, TRF) first.",
    ),
    kind(
        "E0104",
        "a table without its heading line",
        "The first line of a CSV file names its columns. This file is empty.",
    ),
    kind(
        "E0105",
        "not a whole number",
        "Rounds, boards, numbers and ratings are whole numbers written with digits alone; rounds, \
         boards and pairing numbers count from 1. An unknown rating is an empty cell, not a dash.",
    ),
    kind(
        "E0106",
        "not a date",
        "Dates are written year, month, day: `1990-12-01`, and must exist: there is no 30 February.",
    ),
    kind(
        "E0107",
        "unknown column",
        "The heading names a column that this file does not have. It is refused rather than ignored, \
         because a slip in a name would lose a whole column. The hint lists the known ones.",
    ),
    kind(
        "E0108",
        "a column is missing",
        "The heading lacks a column that every file of this kind needs. The description of the data \
         format says which ones.",
    ),
    kind("E0109", "two columns with one name", "Take one away, or rename it to what it holds."),
    kind(
        "E0110",
        "no such language",
        "Catalan (`ca`), Spanish (`es`) and English (`en`) are built in. Another language is a file \
         `themes/lang/CODE.toml` of the site.",
    ),
    kind(
        "E0111",
        "a line with too few or too many cells",
        "Every line has as many cells as the heading has columns. A name with a comma in it \
         (`Puig, Anna`) stands in quotation marks; empty cells at the end still need their commas.",
    ),
    kind(
        "E0112",
        "a quotation mark is never closed",
        "Everything after it became one cell. Close it, or double a quotation mark that belongs to \
         the text: `\"Club \"\"La Torre\"\"\"`.",
    ),
    kind("E0113", "an empty cell", "This column is needed in every line."),
    kind(
        "E0114",
        "a word that is none of the known ones",
        "Categories, titles, delegations, colours and the like are written with fixed words; the hint \
         lists them.",
    ),
    kind("E0115", "neither yes nor no", "Write `true` or `false`; an empty cell is false."),
    kind(
        "E0117",
        "too many lines",
        "A table of a site has at most 200 000 lines: more than any federation has members or games \
         in an event. Usually another file was put in its place.",
    ),
    // Texts and settings.
    kind(
        "E0201",
        "no front matter",
        "A regulation begins with a line `+++`, its data in TOML, and another line `+++`.",
    ),
    kind("E0202", "front matter without its end", "Close the front matter with a line `+++`."),
    kind(
        "E0203",
        "malformed TOML",
        "The file breaks the rules of TOML at this place: a missing quotation mark, a key given \
         twice, a value that is none, a table that does not end. What could still be read is checked \
         too.",
    ),
    kind(
        "E0204",
        "unknown key",
        "The settings name a key that is not known here. It is refused rather than ignored, because a \
         slip would silently change nothing. The hint lists the known keys.",
    ),
    kind(
        "E0205",
        "a value of the wrong kind",
        "The key is known but its value is of another kind: a text in place of a number, a date that \
         does not exist, a word that is none of the known ones.",
    ),
    kind("E0206", "a needed key is missing", "Add it; the message says where and which."),
    kind(
        "E0207",
        "not the address of a site",
        "`base_url` is the whole address where the site will stand, with `https://`, without query or \
         fragment.",
    ),
    kind(
        "E0208",
        "not the code of a language",
        "Languages are named by two or three small letters.",
    ),
    kind(
        "E0210",
        "raw HTML in a text",
        "Texts are Markdown without HTML, so that they can be set in any form. A literal `<` is \
         written `\\<`.",
    ),
    kind("E0211", "unknown attribute", "The hint lists the attributes known at this place."),
    kind("E0212", "malformed attributes", "Write `{key=\"value\" other=\"value\"}`."),
    kind("E0213", "unknown kind of regulation", "The hint lists the kinds."),
    kind(
        "E0214",
        "not a date",
        "Dates of a regulation are TOML dates without a time: `1990-12-01`.",
    ),
    kind(
        "E0215",
        "text that belongs to no provision",
        "Under a heading, text begins with `§ [label]`; without a printed label with \
         `§ []{id=\"…\"}`, so that it can be cited.",
    ),
    kind("E0216", "malformed heading", "A heading has one to four `#`, a blank and a title."),
    kind("E0217", "a provision without its label", "Write `§ [8.3.2] text`."),
    kind("E0218", "a depth is skipped", "A `§§§` stands under a `§§`; write one `§` less."),
    kind(
        "E0219",
        "a provision without an identifier",
        "Where the original prints no label, the identifier is given by hand: `{id=\"nota\"}`.",
    ),
    kind(
        "E0220",
        "malformed note",
        "An editor's note begins with `> [!NOTA]` or `> [!NOTA AMB-41]`.",
    ),
    kind("E0221", "not the number of a reading", "Readings are numbered `AMB-41`."),
    kind("E0222", "a parameter outside a provision", "Numbers that are used stand in provisions."),
    kind(
        "E0223",
        "text and value differ",
        "The number that readers see and the one that calculations would use are not the same.",
    ),
    kind("E0224", "not a value", "The attribute `value` is a number, percentage, day or time."),
    kind(
        "E0225",
        "no value can be read",
        "The marked words are no number; say it: `[el campió]{param=\"…\" value=\"1\"}`.",
    ),
    kind("E0226", "unknown unit", "The hint lists the units."),
    kind("E0227", "no table after its mark", "The table follows on the next line."),
    kind(
        "E0228",
        "not the identifier of a parameter",
        "Write `oberts.min-jugadors`: ASCII, one dot.",
    ),
    kind(
        "E0230",
        "two provisions with one identifier",
        "Identifiers come from labels and are unique, because they are addresses. Where the original \
         repeats a label, give one of the two its own with `{id=\"…\"}`.",
    ),
    kind(
        "E0231",
        "no such provision",
        "A citation names a provision that no regulation has. The hint names the nearest.",
    ),
    kind("E0232", "no such term", "A text marks a term that the glossary does not have."),
    // Parameters.
    kind(
        "E0301",
        "a parameter is missing",
        "A calculation needs a number that no text marks. Mark it where it stands in its sentence: \
         `[25]{param=\"oberts.min-jugadors\"}`. A site with regulations of its own must have all the \
         parameters; one without the folder has those built in.",
    ),
    kind(
        "E0302",
        "a parameter is defined twice",
        "A number has one home. Where another sentence repeats it, cite the first without a mark.",
    ),
    kind("E0303", "a parameter of the wrong kind", "The calculation needs another kind of value."),
    // Links between texts.
    kind(
        "E0311",
        "a link to a page that is not there",
        "Pages of `content/` are linked by their files: `/guies/arbitres.md`, from `content/` on, or \
         `arbitres.md`, from where the page stands. Provisions are cited by their identifiers.",
    ),
    kind(
        "E0312",
        "a link to a heading that is not there",
        "A heading has the anchor that is given to it, `## Title {#anchor}`, else one made of its \
         words.",
    ),
    // Identifiers.
    kind(
        "E0401",
        "an identifier is given twice",
        "Slugs, pairing numbers and the like belong to one alone; both places are shown.",
    ),
    kind("E0402", "no such club", "The club is not in `data/clubs.csv`."),
    kind("E0403", "no such player", "The player is not in `data/players.csv`."),
    kind("E0404", "no such rating list", "`rating_list` is the name of a file in `data/ratings`."),
    kind("E0405", "not a period", "Rating lists are named by year and month: `1990-07.csv`."),
    kind(
        "E0406",
        "not an identifier",
        "Identifiers are addresses: lower-case letters without accents, digits, hyphens.",
    ),
    kind(
        "E0420",
        "a place that is not told",
        "In `data/norms.csv` a norm or title by place needs the number of the place: champion 1.",
    ),
    kind("E0407", "no such town", "The town is not in `data/towns.csv`."),
    kind(
        "E0408",
        "not an angle of the map",
        "Latitudes and longitudes are degrees with decimals, such as `41.387` and `2.170`; minus for \
         south and west.",
    ),
    // Events.
    kind("E0501", "no such pairing number", "No line of the event's players has this number."),
    kind(
        "E0502",
        "twice in one round",
        "A player (or team) has two games, or a game and a bye, in one round. Both places are shown.",
    ),
    kind("E0503", "against oneself", "Both sides of a game have the same number."),
    kind(
        "E0504",
        "not a result",
        "Results are `1-0`, `0-1`, `½-½`; forfeits `+:-`, `-:+`, and `-:-` when both were absent; `*` \
         while it is not known. Lines without an opponent have `bye`, `half-bye`, `absent` …",
    ),
    kind(
        "E0505",
        "round out of range",
        "A round is later than the last of the event, or the number of rounds is beyond any event.",
    ),
    kind("E0506", "a line without players", "Give at least one pairing number."),
    kind(
        "E0507",
        "a bye with an opponent",
        "A bye or an absence has one player: leave `black` empty.",
    ),
    kind(
        "E0508",
        "no such team",
        "No line of `teams.csv` has this number, or a player has no team.",
    ),
    kind(
        "E0509",
        "teams and players do not fit",
        "A player sits at a table where their team does not play, or the teams of a table cannot be \
         known. Name the match in `matches.csv`.",
    ),
    kind("E0510", "a table or board twice", "Each table has one match, each board one game."),
    kind("E0511", "the end before the start", "The last day of an event is not before its first."),
    // Files of other programs.
    kind(
        "E0521",
        "prizes without amounts",
        "A list of prizes of an event needs `amounts`, in pesetas, from the first place on.",
    ),
    kind(
        "E0530",
        "no such infraction",
        "Infractions are named by their labels in RDE 7, 8 and 9: `8.B.1.c`.",
    ),
    kind(
        "E0531",
        "no such circumstance",
        "Circumstances are the letters of RDE 14 (mitigating) and 15 (aggravating).",
    ),
    kind(
        "E0532",
        "no infringer, or several",
        "A case file has one of `player`, `club` and `name`.",
    ),
    kind(
        "E0533",
        "facts after the procedure",
        "The facts of a case cannot come after all its days.",
    ),
    kind(
        "E0534",
        "a withheld name in a text",
        "A published case leaves the infringer's name out (RDE 26.5) unless `named = true`; so no text \
         of it may say a word of the name.",
    ),
    kind(
        "E0535",
        "a sanction without its amount",
        "Suspensions, fines, closings and losses of rights have an `amount` and a `unit`.",
    ),
    kind(
        "E0540",
        "not a number of a list",
        "Numbers of a list in order of strength are `7`, `7 bis`, `7 bis 2`.",
    ),
    kind(
        "E0541",
        "not a letter of a team",
        "Teams of a club are called A, B, C … by one capital letter.",
    ),
    kind("E0545", "no such arbiter", "The arbiter is not in `data/arbiters.csv`."),
    kind(
        "E0514",
        "days of rounds",
        "`round_dates` has one day for each round, in order, and none for rounds that the event \
         does not have.",
    ),
    kind(
        "E0516",
        "the kind of a plan",
        "A plan says with `kind` whether it is of an `open` or of a `closed` event: each kind has \
         requirements of its own, and no other kind is homologated.",
    ),
    kind(
        "E0518",
        "a board that no match has",
        "The boards of a match are numbered from 1; the number is beyond any match. Usually a column \
         was moved.",
    ),
    kind("E0517", "two chief arbiters", "An event has one chief arbiter; others are deputies."),
    kind("E0601", "a player without number", "TRF: columns 5–8 of a record 001 hold the number."),
    kind("E0602", "two players with one number", "TRF: starting numbers are unique."),
    kind("E0603", "no such player", "TRF: a round or record names a number that no player has."),
    kind(
        "E0604",
        "a pairing that only one side has",
        "TRF: A has B as opponent in a round, but B has somebody else or nobody.",
    ),
    kind(
        "E0605",
        "colours contradict each other",
        "TRF: both players of a game have the same colour, or a colour is neither `w` nor `b`.",
    ),
    kind(
        "E0606",
        "results contradict each other",
        "TRF: what one player's record says of a game and what the opponent's says cannot both be \
         true: two wins, a forfeit against a game. Decisions such as 0–0 over a played game cannot be \
         kept and are refused too.",
    ),
    kind("E0607", "not a result", "TRF: 1 = 0 + - W D L with an opponent, U F H Z without."),
    kind("E0612", "an unknown format", "The content of the file is of no format that is read."),
    kind("E0613", "a file without players", "TRF: not one usable record 001."),
    // Report files and imports.
    kind("E0618", "a team without number", "TRF26: columns 5–7 of a record 310 hold the number."),
    kind("E0619", "a player in two teams", "TRF: each player stands in the record of one team."),
    kind(
        "E0622",
        "a number too large for its columns",
        "TRF has fixed columns: numbers of players up to 9999, points up to 99.5, identifiers of 11 \
         digits.",
    ),
    kind(
        "W0620",
        "a team that meets several in a round",
        "TRF: matches follow from the games of the players. A team whose players meet those of two \
         teams in one round has a game recorded wrongly, or stands in the wrong record.",
    ),
    // Imports.
    kind(
        "E0617",
        "a file that is too large",
        "No event fills 64 MB. A rating list of the world does: cut it to the lines of a federation.",
    ),
    kind(
        "E0631",
        "not a cell of a crosstable",
        "A cell names the opponent, the colour and the result: `12w1`, `5b½`, `7w-`. Without an \
         opponent: `-1`, `-½`, `-0`. A grid of a round robin has one result in a cell, and as many \
         columns as players.",
    ),
    kind(
        "E0632",
        "a list that is no event",
        "Pairings of a later round, matches without boards and rating lists say nothing of the \
         rounds before or of who takes part. Pairings are read together with those of all rounds \
         before, or with a crosstable or starting list; else give a TRF file.",
    ),
    kind(
        "E0633",
        "a file of another program that is not read",
        "Binary files of Swiss-Manager, Papi, Sharly Chess and Excel before 2007 are recognised and \
         refused. Each of these programs exports TRF or CSV.",
    ),
    kind(
        "E0634",
        "a spreadsheet that cannot be read",
        "The file is damaged, unpacks to an enormous size, or the program was built without the \
         feature `import`. Save it as CSV.",
    ),
    kind(
        "E0635",
        "not a line of a rating list",
        "FIDE's list has a heading line and fixed columns; each line begins with the identifier.",
    ),
    kind("E0636", "XML that is not well-formed", "The file is damaged, or was cut."),
    kind(
        "E0637",
        "a rating list without a register",
        "Ratings are written for people of a site's register. Run the command in the folder of the \
         site, or name it with `--root`.",
    ),
    kind(
        "W0630",
        "a table without rounds",
        "A grid says who met whom, not when and with which colour. The games are put in the rounds \
         of the Berger tables, without colours.",
    ),
    kind(
        "W0633",
        "results without opponents",
        "Compositions of teams show what each player made in each round, not against whom. Give the \
         board pairings of the rounds.",
    ),
    kind(
        "W0635",
        "people who are not linked",
        "Several people of the register have the name, or an identifier or a year of birth \
         contradicts. `identities.csv` lists them: write the right identifier, or `-` for nobody, \
         into the column `player`, and import again with `--identities`.",
    ),
    kind(
        "W0636",
        "players of no team",
        "The file lists players whom no team and no line-up has. They played nowhere, and the data \
         format has no place for them.",
    ),
    kind(
        "W0638",
        "the end before the start",
        "A file of another program has its days the wrong way round. The last day is left out.",
    ),
    kind(
        "W0639",
        "a round without matches",
        "The board pairings of some rounds are there, those of one before them are not. Give all \
         at once.",
    ),
    kind(
        "W0640",
        "points that standings do not count",
        "TRF26 162, bbpPairings BB*: results may be worth any tenth of a point. Pairing uses them as \
         they are; standings and tie-breaks count half points, so that here a win is 1, a draw ½.",
    ),
    kind("N0630", "the format of a file", "Formats are recognised by their content."),
    kind(
        "N0631",
        "several byes in one round",
        "The pairing gives at most one bye a round. Where a list shows more full points without an \
         opponent, they are read as asked for.",
    ),
    kind("N0632", "decimal sign and separator", "What was found in a table."),
    kind(
        "N0633",
        "lists put together",
        "A list without rounds whose players are those of another file completes it; pairings of \
         a round complete the event whose players they have; compositions and board pairings of \
         one team event are joined.",
    ),
    kind(
        "N0634",
        "starting numbers that are not told",
        "Pairings without starting numbers: the players are numbered by rating, then by name. Give \
         the starting list together with them to have the event's own numbers.",
    ),
    // Commands.
    kind(
        "E0701",
        "no such event",
        "An event is named by its slug in the site, a folder with a `tournament.toml`, or a file.",
    ),
    // Identifiers, references and circulars.
    kind(
        "E0229",
        "not what `ref` can say",
        "The attribute has one value: `[apartat 5.9]{ref=\"none\"}` says that these words are no reference in this provision. To cite a provision write `[[RGC 5.4|words]]`.",
    ),
    kind(
        "E0233",
        "two provisions with one address",
        "Addresses are made from identifiers, without accents and signs: `nota 1` and `nota-1` would be the same. Give one of them another identifier.",
    ),
    kind(
        "E0239",
        "parts too deep within each other",
        "Lists, quotations and emphasis stand within each other to a depth that no text needs; \
         usually a sign was repeated by mistake. What is deeper is read as plain text.",
    ),
    kind(
        "E0251",
        "no amendment",
        "A circular's line that begins with `§` and a word is an amendment: `§ replace [RGC 8.3.2]`, `§ replace all [RGC 8]`, `§ add [Oberts 8 bis] after [Oberts 8]` (or `before`, `under`), `§ repeal [RGC 8.3.4]`.",
    ),
    kind(
        "E0252",
        "an amendment without its text",
        "Under `replace` and `add` stands the new provision, one with one `§`; under `repeal` none.",
    ),
    kind(
        "E0253",
        "an amendment of nothing",
        "A circular names a provision that does not exist on the day it comes into force. The hint names the nearest.",
    ),
    kind(
        "E0254",
        "two amendments on one day",
        "The same provision is changed twice on the same day, so that its text would depend on the order of files. Put both changes into one amendment or change a day.",
    ),
    kind(
        "E0255",
        "an amendment of what is repealed",
        "A repealed provision keeps its address and has no text any more. Add a new provision with another identifier.",
    ),
    kind(
        "E0256",
        "a provision that cannot be added",
        "An identifier is never used twice, not even after a repeal, and a new provision stands in the regulation of the one it is placed by.",
    ),
    kind(
        "E0257",
        "more than one provision replaced",
        "`replace` changes one provision's own text. `replace all` changes it with everything under it.",
    ),
    kind(
        "E0259",
        "a parameter changes its type",
        "A circular may change a number, not make a list of it: calculations need the kind of value they always had.",
    ),
    kind(
        "E0260",
        "two circulars with one number",
        "Circulars are cited by their numbers: each has its own.",
    ),
    kind(
        "E0261",
        "an amendment before its time",
        "The circular comes into force before the regulation that it changes.",
    ),
    kind(
        "E0280",
        "a published identifier is gone",
        "`content/ids.lock` holds every identifier that was ever published, because links and citations outside the site use them. Bring the provision back, or write where it went: `RGC 8.3.6 -> RGC 8.3.5`.",
    ),
    kind(
        "E0281",
        "no identifier and no redirect",
        "A line of `content/ids.lock` is `RGC 8.3.2` or `RGC 8.3.6 -> RGC 8.3.5`.",
    ),
    kind(
        "E0282",
        "a redirect to nowhere",
        "The redirect, followed to its end, leads to no provision that exists, or in a circle.",
    ),
    kind(
        "E0286",
        "a redirect from what exists",
        "The identifier is still that of a provision: take the redirect away.",
    ),
    // Documents.
    kind(
        "E0800",
        "PDF is not built in",
        "This program was built without the feature `pdf`. Build it with `cargo build --release`, \
         or set `[pdf] engine = \"typst\"` in `site.toml` to use the typst command, or leave the \
         documents out with `--no-pdf`.",
    ),
    kind(
        "E0801",
        "a file of the document theme cannot be read",
        "Templates and fonts of documents stand under `themes/default/pdf/`. A site may replace a \
         file by one of its own with the same name; it must be readable, templates in UTF-8.",
    ),
    kind(
        "E0802",
        "a document cannot be typeset",
        "Typst refused a template at the place shown. A theme's own template must produce a tagged, \
         conforming document from the data it is given.",
    ),
    kind("E0803", "a font cannot be read", "Fonts of documents are TrueType or OpenType files."),
    kind(
        "E0804",
        "the typst command does not work",
        "`[pdf] engine = \"typst\"` needs the command `typst` on the path. Install it, or use the \
         built-in engine.",
    ),
    kind("E0805", "sources of documents cannot be written", "Look at the folder's permissions."),
    kind(
        "E0806",
        "no certificate without homologation",
        "A certificate is made only of an event that meets its requirements; `butlleti homologate` \
         says what is lacking.",
    ),
    // Pages.
    kind(
        "E0901",
        "two pages with one address",
        "Addresses are made from slugs. Two events, players or regulations have the same: change \
         one of them.",
    ),
    kind("E0902", "a page about an unknown event", "The pages of an event need the event's data."),
    kind(
        "E0903",
        "a link that leads nowhere",
        "A page links a provision, event, player or term that does not exist on the site.",
    ),
    kind(
        "E0910",
        "a file of the theme cannot be read",
        "The theme stands under `themes/default/`.",
    ),
    kind(
        "E0911",
        "a template that is wrong",
        "Templates are Tera 2 in UTF-8; the message names the template and what is wrong in it.",
    ),
    kind(
        "E0912",
        "a page cannot be rendered",
        "A template asks for a value that it is not given, or uses it as what it is not.",
    ),
    // Warnings.
    kind(
        "W0110",
        "a sentence is missing in a language",
        "The site's own `themes/lang/CODE.toml` lacks a sentence that pages, documents or commands \
         write. Until it is there it is shown as the built-in language of that code has it, else in \
         Catalan. The hint shows that sentence: translate it under the same key.",
    ),
    kind(
        "W0113",
        "a sentence names what nothing fills",
        "A name in braces is replaced by a value: `{n}` by a count. The sentence names one that its \
         place does not have, so that the braces would be shown. The hint shows the names there are.",
    ),
    kind(
        "W0522",
        "prizes out of order",
        "The amounts of a list of prizes are written from the first place on; a later one is larger.",
    ),
    kind("W0513", "a board twice", "Two games of a round stand on one board; both are kept."),
    kind(
        "W0515",
        "a round outside the event",
        "A day of `round_dates` lies before the first day of the event or after its last. It is \
         kept; correct it, or `start` and `end`.",
    ),
    kind(
        "W0608",
        "stated points differ from the rounds",
        "The points that a file states are not the sum of its rounds. Files of older programs leave \
         byes blank and count them. Standings are made from the rounds.",
    ),
    kind("W0611", "a date is not understood", "TRF: write `1990/12/01`. The date is left out."),
    kind("W0614", "a field cannot be read", "TRF: the field is left out; check the columns."),
    kind("W0615", "more rounds than said", "TRF: the rounds recorded are those that count."),
    kind(
        "W0240",
        "a label is skipped",
        "Labels are literal. If the original skips one, say `{skip=\"true\"}`.",
    ),
    kind("W0241", "a label is out of order", "If the original has it so, say `{skip=\"true\"}`."),
    kind(
        "W0242",
        "a label is printed twice",
        "Two provisions side by side have the same label, with different identifiers. If the original has it so, say `{skip=\"true\"}`.",
    ),
    kind(
        "W0258",
        "a circular is dated after it holds",
        "See whether `date` and `in_force` are the wrong way round.",
    ),
    kind(
        "W0260",
        "the new text lacks a parameter",
        "The text that a circular replaces has a number that calculations use. Mark it in the new text, or they lack it from that day on.",
    ),
    kind(
        "W0261",
        "another label than expected",
        "The identifier stays or is given by the amendment; the printed label is another.",
    ),
    kind(
        "W0262",
        "a parameter changes its unit",
        "See whether the new number is meant in the new unit.",
    ),
    kind(
        "W0263",
        "a circular that amends nothing",
        "Begin an amendment with a line such as `§ replace [RGC 8.3.2]`.",
    ),
    kind(
        "W0270",
        "a doubtful reference",
        "Words that look like a reference lead to no provision, or could lead to two. Cite it with `[[RGC 5.4|words]]`, say in an editor's note how it is read (with its number), or mark it `{ref=\"none\"}`.",
    ),
    kind(
        "W0283",
        "the lock is not in order",
        "`butlleti check --write-ids` writes `content/ids.lock` anew.",
    ),
    kind(
        "W0284",
        "identifiers that are not locked",
        "New provisions are added to `content/ids.lock` by `butlleti check --write-ids`; commit the file with them.",
    ),
    kind(
        "W0801",
        "a character that no font has",
        "It is printed as a replacement sign. Add a font with the character to the theme's \
         `pdf/fonts/`, or write it otherwise.",
    ),
    kind("W0802", "Typst warns", "The document was made; the template at the place is doubtful."),
    // Notes.
    kind(
        "N0101",
        "read as Windows-1252",
        "The file is not UTF-8. It was read as Windows-1252, as older programs write. Look at the \
         accents, or save it as UTF-8.",
    ),
    kind("N0102", "a byte order mark", "It was skipped; nothing needs to be done."),
    kind("N0103", "another separator", "Semicolons or tabs stand between the columns, not commas."),
    kind(
        "N0104",
        "more of a kind",
        "A thousand problems of one kind are kept and shown; how many more there are is told. Mend \
         the first ones, and look again.",
    ),
    kind(
        "N0609",
        "records that are not used",
        "TRF: these records say something that does not enter here, or are not known. They change \
         nothing, and are written back when the event is exported.",
    ),
    kind(
        "N0616",
        "read as a round robin",
        "A file that does not say its system has every two players paired once (or twice).",
    ),
    kind(
        "N0285",
        "no lock of identifiers",
        "Create `content/ids.lock` with `butlleti check --write-ids`, so that no published identifier can vanish unseen.",
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Every code that the program can give is explained, and every one explained can be given.
    #[test]
    fn codes_and_explanations_are_the_same() {
        let mut used = BTreeSet::new();
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        for entry in walkdir::WalkDir::new(folder).into_iter().flatten() {
            let path = entry.path();
            if path.extension().is_none_or(|e| e != "rs") || path.ends_with("explain.rs") {
                continue;
            }
            let text = std::fs::read_to_string(path).expect("sources are texts");
            let text = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
            for part in text.split('"') {
                let is_code = part.len() == 5
                    && part.starts_with(['E', 'W', 'N'])
                    && part[1..].bytes().all(|b| b.is_ascii_digit());
                if is_code {
                    used.insert(part.to_owned());
                }
            }
        }
        let explained: BTreeSet<_> = ALL.iter().map(|kind| kind.code.to_owned()).collect();
        assert_eq!(explained.len(), ALL.len(), "a code is explained twice");
        let missing: Vec<_> = used.difference(&explained).collect();
        assert!(missing.is_empty(), "not explained: {missing:?}");
        let unused: Vec<_> = explained.difference(&used).collect();
        assert!(unused.is_empty(), "never given: {unused:?}");
    }

    #[test]
    fn codes_are_found_in_any_case() {
        assert_eq!(explain("e0502").map(|kind| kind.code), Some("E0502"));
        assert_eq!(explain("E9999"), None);
    }
}

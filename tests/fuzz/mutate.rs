//! A stream of numbers, and the ways to damage a file.

use super::Seed;

/// Numbers that follow from a seed (SplitMix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// From 0 up to but not with `bound`; 0 when it is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { (self.number() % bound as u64) as usize }
    }

    /// One time in so many.
    pub fn chance(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    pub fn one<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }

    /// A number that is often at a limit.
    pub fn whole(&mut self) -> i64 {
        const LIMITS: [i64; 22] = [
            0,
            1,
            -1,
            2,
            9,
            10,
            99,
            100,
            255,
            256,
            400,
            9999,
            10_000,
            65_535,
            65_536,
            2_147_483_647,
            2_147_483_648,
            4_294_967_295,
            4_294_967_296,
            i64::MAX,
            i64::MIN,
            -32_768,
        ];
        match self.below(3) {
            0 => *self.one(&LIMITS),
            1 => self.below(30) as i64,
            _ => self.number() as i64 >> self.below(64),
        }
    }
}

/// Damages the files of a reader.
pub struct Mutator<'s> {
    pub seeds: &'s [Seed],
    pub words: &'s [&'static str],
    pub longest: usize,
}

/// Texts that readers of any kind stumble on.
const NASTY: [&str; 26] = [
    "\0",
    "\u{FEFF}",
    "\r",
    "\r\n",
    "\u{2028}",
    "\u{200F}",
    "l·l",
    "½",
    "é",
    "e\u{301}",
    "\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}",
    "İ",
    "ß",
    "\"",
    "\"\"\"",
    "'",
    "\\",
    "\\u0000",
    "\t",
    ";",
    ",",
    "&#x0;",
    "<![CDATA[",
    "{{",
    "+++",
    "\u{10FFFF}",
];

impl Mutator<'_> {
    pub fn pick(&self, random: &mut Random) -> Seed {
        random.one(self.seeds).clone()
    }

    /// A few changes, now and then many, now and then none.
    pub fn damage(&self, bytes: &mut Vec<u8>, random: &mut Random) {
        let changes = match random.below(20) {
            0 => 0,
            1 => random.below(60),
            _ => 1 + random.below(5),
        };
        for _ in 0..changes {
            self.change(bytes, random);
            bytes.truncate(self.longest);
        }
    }

    fn change(&self, bytes: &mut Vec<u8>, random: &mut Random) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(24)).min(bytes.len());
        match random.below(16) {
            0 if at < bytes.len() => bytes[at] = random.number() as u8,
            1 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let copy = bytes[at..end].to_vec();
                let many = if random.chance(8) { 40 } else { 1 + random.below(3) };
                let to = random.below(bytes.len() + 1);
                insert(bytes, to, &copy.repeat(many));
            }
            4 => insert(bytes, at, random.one(&NASTY).as_bytes()),
            5 | 6 if !self.words.is_empty() => {
                insert(bytes, at, random.one(self.words).as_bytes());
            }
            7 => insert(bytes, at, random.whole().to_string().as_bytes()),
            8 | 9 => self.number(bytes, random),
            10 | 11 => self.lines(bytes, random),
            12 => {
                // A part of another file.
                let other = &random.one(self.seeds).bytes;
                let from = random.below(other.len() + 1);
                let to = (from + random.below(200)).min(other.len());
                insert(bytes, at, &other[from..to]);
            }
            13 if random.chance(4) => bytes.truncate(at),
            14 if random.chance(6) => {
                let deep: String = random.one(&["[", "{", "(", "§", "> ", "<a>", "*_"]).to_string();
                insert(bytes, at, deep.repeat(1 + random.below(3000)).as_bytes());
            }
            _ => self.field(bytes, random),
        }
    }

    /// Another number in place of one.
    fn number(&self, bytes: &mut Vec<u8>, random: &mut Random) {
        let starts: Vec<usize> = (0..bytes.len())
            .filter(|&at| {
                bytes[at].is_ascii_digit() && (at == 0 || !bytes[at - 1].is_ascii_digit())
            })
            .collect();
        if starts.is_empty() {
            return;
        }
        let start = *random.one(&starts);
        let end = (start..bytes.len()).find(|&at| !bytes[at].is_ascii_digit());
        let end = end.unwrap_or(bytes.len());
        bytes.splice(start..end, random.whole().to_string().into_bytes());
    }

    /// Lines doubled, taken away, exchanged, or from another file.
    fn lines(&self, bytes: &mut Vec<u8>, random: &mut Random) {
        let mut lines: Vec<Vec<u8>> = bytes.split(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
        let (a, b) = (random.below(lines.len()), random.below(lines.len()));
        match random.below(5) {
            0 => lines.swap(a, b),
            1 => drop(lines.remove(a)),
            2 => {
                let line = lines[a].clone();
                for _ in 0..if random.chance(10) { 60 } else { 1 } {
                    lines.insert(b, line.clone());
                }
            }
            3 => lines[a].clear(),
            _ => {
                let other = &random.one(self.seeds).bytes;
                let of: Vec<&[u8]> = other.split(|b| *b == b'\n').collect();
                lines.insert(a, random.one(&of).to_vec());
            }
        }
        *bytes = lines.join(&b'\n');
    }

    /// A field between separators, in place of another one.
    fn field(&self, bytes: &mut Vec<u8>, random: &mut Random) {
        let separator = *random.one(b",;\t \"=|");
        let mut fields: Vec<Vec<u8>> =
            bytes.split(|b| *b == separator).map(<[u8]>::to_vec).collect();
        let (a, b) = (random.below(fields.len()), random.below(fields.len()));
        if random.chance(3) {
            fields[a].clear();
        } else {
            fields[a] = fields[b].clone();
        }
        *bytes = fields.join(&separator);
    }
}

fn insert(bytes: &mut Vec<u8>, at: usize, what: &[u8]) {
    let at = at.min(bytes.len());
    bytes.splice(at..at, what.iter().copied());
}

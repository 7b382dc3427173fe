//! Amounts in words, as receipts have them: *vint-i-sis mil sis-centes seixanta-sis pessetes*.
//!
//! A way to count is grammar, not a sentence with a gap, so it stands here and not in the files of
//! the languages. A language that is not built in has none.

/// The largest amount that is told.
const MOST: i64 = 999_999_999;

/// Pesetas in words, in a built-in language: in all three of them the word is counted as a feminine
/// where there is one. `None` for other languages, and beyond a thousand millions.
pub(super) fn pesetas(code: &str, amount: i64) -> Option<String> {
    if !(0..=MOST).contains(&amount) {
        return None;
    }
    let counting = match code {
        "ca" => &CATALAN,
        "es" => &SPANISH,
        "en" => &ENGLISH,
        _ => return None,
    };
    Some(counting.pesetas(amount as u32))
}

/// How a language counts to a thousand millions.
struct Counting {
    zero: &'static str,
    /// 1 to 999, as a feminine or, before *million*, as a masculine.
    below_thousand: fn(u32, Gender) -> String,
    /// What a number of thousands is, as the feminine that it counts.
    thousands: fn(u32) -> String,
    million: [&'static str; 2],
    coin: [&'static str; 2],
    /// Between a round number of millions and the coin.
    of: &'static str,
    /// Before what is left below a hundred after thousands or millions.
    and: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Gender {
    Masculine,
    Feminine,
}

impl Counting {
    fn pesetas(&self, amount: u32) -> String {
        let (millions, rest) = (amount / 1_000_000, amount % 1_000_000);
        let (thousands, units) = (rest / 1_000, rest % 1_000);
        let mut words = Vec::new();
        if millions > 0 {
            words.push((self.below_thousand)(millions, Gender::Masculine));
            words.push(self.million[usize::from(millions != 1)].to_owned());
        }
        if thousands > 0 {
            words.push((self.thousands)(thousands));
        }
        if units > 0 {
            if units < 100 && !words.is_empty() && !self.and.is_empty() {
                words.push(self.and.to_owned());
            }
            words.push((self.below_thousand)(units, Gender::Feminine));
        }
        if amount == 0 {
            words.push(self.zero.to_owned());
        }
        if millions > 0 && rest == 0 && !self.of.is_empty() {
            words.push(self.of.to_owned());
        }
        words.push(self.coin[usize::from(amount != 1)].to_owned());
        words.join(" ")
    }
}

const CATALAN: Counting = Counting {
    zero: "zero",
    below_thousand: catalan,
    thousands: |n| {
        if n == 1 { "mil".to_owned() } else { format!("{} mil", catalan(n, Gender::Feminine)) }
    },
    million: ["milió", "milions"],
    coin: ["pesseta", "pessetes"],
    of: "de",
    and: "",
};

fn catalan(n: u32, gender: Gender) -> String {
    const SMALL: [&str; 20] = [
        "", "un", "dos", "tres", "quatre", "cinc", "sis", "set", "vuit", "nou", "deu", "onze",
        "dotze", "tretze", "catorze", "quinze", "setze", "disset", "divuit", "dinou",
    ];
    const TENS: [&str; 10] = [
        "",
        "",
        "vint",
        "trenta",
        "quaranta",
        "cinquanta",
        "seixanta",
        "setanta",
        "vuitanta",
        "noranta",
    ];
    let feminine = gender == Gender::Feminine;
    let small = |n: u32| match n {
        1 if feminine => "una",
        2 if feminine => "dues",
        _ => SMALL[n as usize],
    };
    let below_hundred = |n: u32| match (n / 10, n % 10) {
        (0 | 1, _) => small(n).to_owned(),
        (tens, 0) => TENS[tens as usize].to_owned(),
        (2, units) => format!("vint-i-{}", small(units)),
        (tens, units) => format!("{}-{}", TENS[tens as usize], small(units)),
    };
    let hundreds = match n / 100 {
        0 => String::new(),
        1 => "cent".to_owned(),
        hundreds => {
            format!("{}-{}", small(hundreds), if feminine { "centes" } else { "cents" })
        }
    };
    match n % 100 {
        0 => hundreds,
        rest if hundreds.is_empty() => below_hundred(rest),
        rest => format!("{hundreds} {}", below_hundred(rest)),
    }
}

const SPANISH: Counting = Counting {
    zero: "cero",
    below_thousand: spanish,
    thousands: |n| {
        if n == 1 { "mil".to_owned() } else { format!("{} mil", spanish(n, Gender::Feminine)) }
    },
    million: ["millón", "millones"],
    coin: ["peseta", "pesetas"],
    of: "de",
    and: "",
};

fn spanish(n: u32, gender: Gender) -> String {
    const SMALL: [&str; 30] = [
        "",
        "un",
        "dos",
        "tres",
        "cuatro",
        "cinco",
        "seis",
        "siete",
        "ocho",
        "nueve",
        "diez",
        "once",
        "doce",
        "trece",
        "catorce",
        "quince",
        "dieciséis",
        "diecisiete",
        "dieciocho",
        "diecinueve",
        "veinte",
        "veintiún",
        "veintidós",
        "veintitrés",
        "veinticuatro",
        "veinticinco",
        "veintiséis",
        "veintisiete",
        "veintiocho",
        "veintinueve",
    ];
    const TENS: [&str; 10] = [
        "",
        "",
        "",
        "treinta",
        "cuarenta",
        "cincuenta",
        "sesenta",
        "setenta",
        "ochenta",
        "noventa",
    ];
    const HUNDREDS: [&str; 10] = [
        "",
        "ciento",
        "doscient",
        "trescient",
        "cuatrocient",
        "quinient",
        "seiscient",
        "setecient",
        "ochocient",
        "novecient",
    ];
    let feminine = gender == Gender::Feminine;
    let small = |n: u32| match n {
        1 if feminine => "una",
        21 if feminine => "veintiuna",
        _ => SMALL[n as usize],
    };
    let below_hundred = |n: u32| match (n / 10, n % 10) {
        (0..=2, _) => small(n).to_owned(),
        (tens, 0) => TENS[tens as usize].to_owned(),
        (tens, units) => format!("{} y {}", TENS[tens as usize], small(units)),
    };
    let hundreds = match n / 100 {
        0 => String::new(),
        1 if n == 100 => "cien".to_owned(),
        1 => HUNDREDS[1].to_owned(),
        hundreds => {
            format!("{}{}", HUNDREDS[hundreds as usize], if feminine { "as" } else { "os" })
        }
    };
    match n % 100 {
        0 => hundreds,
        rest if hundreds.is_empty() => below_hundred(rest),
        rest => format!("{hundreds} {}", below_hundred(rest)),
    }
}

const ENGLISH: Counting = Counting {
    zero: "no",
    below_thousand: english,
    thousands: |n| format!("{} thousand", english(n, Gender::Masculine)),
    million: ["million", "million"],
    coin: ["peseta", "pesetas"],
    of: "",
    and: "and",
};

fn english(n: u32, _: Gender) -> String {
    const SMALL: [&str; 20] = [
        "",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 10] =
        ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let below_hundred = |n: u32| match (n / 10, n % 10) {
        (0 | 1, _) => SMALL[n as usize].to_owned(),
        (tens, 0) => TENS[tens as usize].to_owned(),
        (tens, units) => format!("{}-{}", TENS[tens as usize], SMALL[units as usize]),
    };
    match (n / 100, n % 100) {
        (0, rest) => below_hundred(rest),
        (hundreds, 0) => format!("{} hundred", SMALL[hundreds as usize]),
        (hundreds, rest) => {
            format!("{} hundred and {}", SMALL[hundreds as usize], below_hundred(rest))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn amounts_are_told_as_people_tell_them() {
        let cases = [
            (1, "una pesseta", "una peseta", "one peseta"),
            (2, "dues pessetes", "dos pesetas", "two pesetas"),
            (16, "setze pessetes", "dieciséis pesetas", "sixteen pesetas"),
            (21, "vint-i-una pessetes", "veintiuna pesetas", "twenty-one pesetas"),
            (32, "trenta-dues pessetes", "treinta y dos pesetas", "thirty-two pesetas"),
            (100, "cent pessetes", "cien pesetas", "one hundred pesetas"),
            (101, "cent una pessetes", "ciento una pesetas", "one hundred and one pesetas"),
            (
                577,
                "cinc-centes setanta-set pessetes",
                "quinientas setenta y siete pesetas",
                "five hundred and seventy-seven pesetas",
            ),
            (1_000, "mil pessetes", "mil pesetas", "one thousand pesetas"),
            (1_010, "mil deu pessetes", "mil diez pesetas", "one thousand and ten pesetas"),
            (
                26_666,
                "vint-i-sis mil sis-centes seixanta-sis pessetes",
                "veintiséis mil seiscientas sesenta y seis pesetas",
                "twenty-six thousand six hundred and sixty-six pesetas",
            ),
            (
                202_000,
                "dues-centes dues mil pessetes",
                "doscientas dos mil pesetas",
                "two hundred and two thousand pesetas",
            ),
            (1_000_000, "un milió de pessetes", "un millón de pesetas", "one million pesetas"),
            (
                2_500_001,
                "dos milions cinc-centes mil una pessetes",
                "dos millones quinientas mil una pesetas",
                "two million five hundred thousand and one pesetas",
            ),
        ];
        for (amount, ca, es, en) in cases {
            for (code, words) in [("ca", ca), ("es", es), ("en", en)] {
                assert_eq!(pesetas(code, amount).as_deref(), Some(words), "{amount} {code}");
            }
        }
    }

    #[test]
    fn every_amount_has_words_of_its_own() {
        for code in ["ca", "es", "en"] {
            let amounts = (0..3_000).chain((1..1_000).map(|n| n * 1_000)).chain([1_000_000, MOST]);
            let amounts: BTreeSet<i64> = amounts.collect();
            let words: BTreeSet<String> =
                amounts.iter().map(|&n| pesetas(code, n).expect("words")).collect();
            assert_eq!(words.len(), amounts.len(), "{code}");
            assert!(words.iter().all(|words| !words.contains("  ") && words.trim() == words));
        }
        for (code, amount) in [("ca", -1), ("ca", MOST + 1), ("fr", 1)] {
            assert_eq!(pesetas(code, amount), None);
        }
    }
}

//! Questions about the general competition regulation.

use crate::core::ask::Calculation;
use crate::core::competition::sheets;

pub const AGE_GROUP: Calculation = Calculation {
    name: "age-group",
    sheet: Some(|rules| sheets::age_group(&rules.competition.eligibility)),
    example: "{\"born\": \"1977-01-02\", \"final_year\": 1991}",
    provisions: &["RGC 4.1.4", "RGC 4.1.5"],
    fields: sheets::AGE_GROUP,
    answer: |input, rules| Ok(input.answer_by(&sheets::age_group(&rules.competition.eligibility))),
};

pub const LATENESS: Calculation = Calculation {
    name: "lateness",
    sheet: Some(|rules| sheets::lateness(&rules.competition.absence)),
    example: "{\"late\": \"visitor\", \"different_towns\": true, \"proof\": \"accepted\", \
        \"minutes\": 30}",
    provisions: &["RGC 12.1", "RGC 12.2"],
    fields: sheets::LATENESS,
    answer: |input, rules| Ok(input.answer_by(&sheets::lateness(&rules.competition.absence))),
};

pub const WITHDRAWAL: Calculation = Calculation {
    name: "withdrawal",
    sheet: Some(|rules| sheets::withdrawal(&rules.competition.absence)),
    example: "{\"system\": \"swiss\", \"rounds\": 9, \"after_round\": 6}",
    provisions: &["RGC 14.3", "RGC 14.3.1"],
    fields: sheets::WITHDRAWAL,
    answer: |input, rules| Ok(input.answer_by(&sheets::withdrawal(&rules.competition.absence))),
};

//! Requirements and calculations as data.
//!
//! A [`Sheet`] says which fields a calculation takes, which quantities it computes from them, and
//! which requirements these must meet: each with its condition, what is measured, the provisions it
//! rests on, its working, and what to do when it fails. All of this is data: expression trees
//! ([`Expr`]) over the fields, the quantities and the parameters of the text, and keys of
//! sentences. It is evaluated here for reports, and exported ([`Sheet::export`]) for the forms of
//! the site, whose script knows the operations and nothing of any rule: a requirement added to a
//! sheet is in the form.
//!
//! | file | what it holds |
//! |---|---|
//! | `data` | the values |
//! | `expr` | the expressions and their export |
//! | `eval` | their evaluation |
//! | `sheet` | sentences, requirements, whole calculations |

pub mod data;
mod eval;
pub mod expr;
pub mod sheet;

pub use data::Data;
pub use eval::Scope;
pub use expr::{Expr, Op};
pub use sheet::{Check, Computed, Found, Line, Sentence, Sheet, Unit, line, say};

#[cfg(test)]
mod tests;

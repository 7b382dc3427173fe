//! From the text to calculations: typed structures whose fields are parameters.
//!
//! A calculation declares the numbers it needs with [`rules!`](crate::rules); binding fills them
//! from a [`Rulebook`] and reports every one that is missing or of the wrong type. After binding
//! nothing can be missing, so `core` never has a threshold of its own.

use super::{DayOfYear, Param, ParamTable, ParamValue, Percent, ProvisionId, Rulebook};
use crate::diag::Span;
use crate::model::{Exact, Points};

/// A value with the provision that sets it.
#[derive(Clone, Debug, PartialEq)]
pub struct Cited<T> {
    pub value: T,
    pub at: ProvisionId,
}

impl<T: Copy> Cited<T> {
    pub fn get(&self) -> T {
        self.value
    }
}

/// A type that a parameter can have.
pub trait FromParam: Sized {
    /// For messages: "a whole number".
    const EXPECTED: &'static str;

    /// `Err` with what is wrong with the value, empty when it is only of another type.
    fn from_param(value: &ParamValue) -> Result<Self, String>;
}

impl FromParam for i64 {
    const EXPECTED: &'static str = "a whole number";

    fn from_param(value: &ParamValue) -> Result<Self, String> {
        match value {
            ParamValue::Integer(n) => Ok(*n),
            _ => Err(String::new()),
        }
    }
}

impl FromParam for u32 {
    const EXPECTED: &'static str = "a whole number, not negative";

    fn from_param(value: &ParamValue) -> Result<Self, String> {
        let number = i64::from_param(value)?;
        Self::try_from(number).map_err(|_| format!("{number} is negative or too large"))
    }
}

impl FromParam for Exact {
    const EXPECTED: &'static str = "a number";

    fn from_param(value: &ParamValue) -> Result<Self, String> {
        match value {
            ParamValue::Integer(n) => Ok(Exact::from(*n)),
            ParamValue::Fraction(f) => Ok(*f),
            _ => Err(String::new()),
        }
    }
}

impl FromParam for Points {
    const EXPECTED: &'static str = "a number of points (halves)";

    fn from_param(value: &ParamValue) -> Result<Self, String> {
        let number = Exact::from_param(value)?;
        Points::from_exact(number).ok_or_else(|| format!("{number} is not a number of half points"))
    }
}

impl FromParam for Percent {
    const EXPECTED: &'static str = "a percentage";

    fn from_param(value: &ParamValue) -> Result<Self, String> {
        match value {
            ParamValue::Percent(p) => Ok(*p),
            _ => Err(String::new()),
        }
    }
}

impl FromParam for DayOfYear {
    const EXPECTED: &'static str = "a day of the year";

    fn from_param(value: &ParamValue) -> Result<Self, String> {
        match value {
            ParamValue::Day(day) => Ok(*day),
            _ => Err(String::new()),
        }
    }
}

impl FromParam for ParamTable {
    const EXPECTED: &'static str = "a table";

    fn from_param(value: &ParamValue) -> Result<Self, String> {
        match value {
            ParamValue::Table(table) => Ok(table.clone()),
            _ => Err(String::new()),
        }
    }
}

/// A key that can stand in a list of the text: a criterion, a kind of rating, a delegation.
pub trait Key: Sized {
    /// What a list of them is, for messages: "a list of tie-breaks".
    const LIST: &'static str;

    fn from_key(key: &str) -> Option<Self>;

    /// All that may be written.
    fn known() -> Vec<&'static str>;
}

impl<K: Key> FromParam for Vec<K> {
    const EXPECTED: &'static str = K::LIST;

    fn from_param(value: &ParamValue) -> Result<Self, String> {
        let ParamValue::List(items) = value else { return Err(String::new()) };
        items
            .iter()
            .map(|item| {
                K::from_key(item)
                    .ok_or_else(|| format!("`{item}` is none of {}", K::known().join(", ")))
            })
            .collect()
    }
}

impl Key for crate::model::RatingKind {
    const LIST: &'static str = "a list of rating lists";

    fn from_key(key: &str) -> Option<Self> {
        Self::from_key(key)
    }

    fn known() -> Vec<&'static str> {
        vec!["catalan", "fide", "feda", "national"]
    }
}

impl Key for crate::model::Delegation {
    const LIST: &'static str = "a list of delegations";

    fn from_key(key: &str) -> Option<Self> {
        Self::from_key(key)
    }

    fn known() -> Vec<&'static str> {
        Self::ALL.map(Self::key).to_vec()
    }
}

impl Key for crate::model::Category {
    const LIST: &'static str = "a list of categories";

    fn from_key(key: &str) -> Option<Self> {
        Self::from_key(key)
    }

    fn known() -> Vec<&'static str> {
        Self::ALL.map(Self::key).to_vec()
    }
}

/// Why a parameter could not be had.
#[derive(Clone, Debug, PartialEq)]
pub enum BindError {
    Missing { id: &'static str, expected: &'static str },
    Mistyped { id: &'static str, expected: &'static str, found: String, span: Span },
}

/// Collects the parameters of a structure, and the errors.
#[derive(Debug)]
pub struct Binder<'a> {
    rulebook: &'a Rulebook,
    pub errors: Vec<BindError>,
}

impl<'a> Binder<'a> {
    pub fn new(rulebook: &'a Rulebook) -> Self {
        Self { rulebook, errors: Vec::new() }
    }

    /// The text itself, for what is not a parameter: which provisions there are.
    pub fn rulebook(&self) -> &'a Rulebook {
        self.rulebook
    }

    /// Is there a regulation with this code?
    pub fn has_text(&self, code: &str) -> bool {
        self.rulebook.regulations.iter().any(|regulation| regulation.code == code)
    }

    pub fn param<T: FromParam>(&mut self, id: &'static str) -> Option<Cited<T>> {
        let Some(Param { value, provision, span, .. }) = self.rulebook.params.get(id) else {
            self.errors.push(BindError::Missing { id, expected: T::EXPECTED });
            return None;
        };
        match T::from_param(value) {
            Ok(value) => Some(Cited { value, at: provision.clone() }),
            Err(reason) => {
                let found = if reason.is_empty() { value.kind().to_owned() } else { reason };
                self.errors.push(BindError::Mistyped {
                    id,
                    expected: T::EXPECTED,
                    found,
                    span: *span,
                });
                None
            }
        }
    }
}

/// A structure of parameters.
pub trait FromRulebook: Sized {
    /// `None` when something is missing or mistyped; the reasons are in `binder.errors`.
    fn bind(binder: &mut Binder<'_>) -> Option<Self>;
}

/// Declares a structure whose fields are parameters of the text.
///
/// ```
/// butlleti::rules! {
///     /// Numbers of Oberts 3 and 4.
///     pub struct Sizes {
///         /// Least number of players of a group.
///         min_players: u32 = "oberts.min-jugadors",
///     }
/// }
/// ```
#[macro_export]
macro_rules! rules {
    ($(#[$doc:meta])* pub struct $name:ident {
        $($(#[$field_doc:meta])* $field:ident : $type:ty = $id:literal,)+
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $crate::rulebook::Cited<$type>,)+
        }

        impl $crate::rulebook::FromRulebook for $name {
            fn bind(binder: &mut $crate::rulebook::Binder<'_>) -> Option<Self> {
                // All fields are tried before any is missed, so that every error is reported.
                $(let $field = binder.param::<$type>($id);)+
                Some(Self { $($field: $field?,)+ })
            }
        }
    };
}

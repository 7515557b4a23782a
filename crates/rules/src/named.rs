//! Enums whose variants have names: in files, in requests, on the command line.
//!
//! A table of variants and names is all that differs from one to the next. The list of
//! them, the text, the reader and its error follow from it, and stand here once.

use crate::one_of;

/// A text that is none of the names there are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not {what}: expected {}", one_of(.names))]
pub struct ParseNameError {
    text: String,
    what: &'static str,
    names: &'static [&'static str],
}

impl ParseNameError {
    /// The text names no such thing, as "a promise"; these are the names.
    pub fn new(text: &str, what: &'static str, names: &'static [&'static str]) -> Self {
        Self { text: text.to_owned(), what, names }
    }
}

/// Gives the variants of an enum their names: `ALL`, `name`, `Display`, and, where it is said
/// what they are, `FromStr`.
///
/// ```
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// pub enum Season { Summer, Winter }
///
/// surefoot_rules::named! {
///     Season is "a season" { Summer => "summer", Winter => "winter" }
/// }
///
/// assert_eq!(Season::ALL.map(Season::name), ["summer", "winter"]);
/// assert_eq!("winter".parse(), Ok(Season::Winter));
/// let error = "spring".parse::<Season>().unwrap_err();
/// assert_eq!(error.to_string(), "`spring` is not a season: expected summer or winter");
/// ```
#[macro_export]
macro_rules! named {
    ($kind:ident is $what:literal { $($variant:ident => $name:literal),+ $(,)? }) => {
        $crate::named! { $kind { $($variant => $name),+ } }

        impl ::std::str::FromStr for $kind {
            type Err = $crate::ParseNameError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($name => Ok(Self::$variant),)+
                    _ => Err($crate::ParseNameError::new(text, $what, &[$($name),+])),
                }
            }
        }
    };
    ($kind:ident { $($variant:ident => $name:literal),+ $(,)? }) => {
        impl $kind {
            /// Every one of them.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// Its name in files, in requests and on the command line.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }

        impl ::std::fmt::Display for $kind {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

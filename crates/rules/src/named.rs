//! Enums whose variants have names: in files, in requests, on the command line.
//!
//! A table of variants and names is all that differs from one to the next. The list of
//! them, the text, the reader and its error follow from it, and stand here once.

/// Gives the variants of an enum their names: `ALL`, `name`, `Display`, and, where what it is
/// and an error are named, `FromStr`.
///
/// ```
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// pub enum Season { Summer, Winter }
///
/// surefoot_rules::named! {
///     Season { Summer => "summer", Winter => "winter" }
///     /// A text that names no season.
///     "a season" else ParseSeasonError
/// }
///
/// assert_eq!(Season::ALL.map(Season::name), ["summer", "winter"]);
/// assert_eq!("winter".parse(), Ok(Season::Winter));
/// let error = "spring".parse::<Season>().unwrap_err();
/// assert_eq!(error.to_string(), "`spring` is not a season: expected summer or winter");
/// ```
#[macro_export]
macro_rules! named {
    (
        $kind:ident { $($variant:ident => $name:literal),+ $(,)? }
        $(#[$about:meta])*
        $what:literal else $error:ident
    ) => {
        $crate::named! { $kind { $($variant => $name),+ } }

        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $error(String);

        impl ::std::fmt::Display for $error {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let expected = $crate::one_of(&$kind::ALL.map($kind::name));
                write!(f, "`{}` is not {}: expected {expected}", self.0, $what)
            }
        }

        impl ::std::error::Error for $error {}

        impl ::std::str::FromStr for $kind {
            type Err = $error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let named = Self::ALL.into_iter().find(|one| one.name() == text);
                named.ok_or_else(|| $error(text.to_owned()))
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

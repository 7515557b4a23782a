//! What checkers are told beyond Rust's types: arrays of which numbers, words of which list.
//!
//! `python/surefoot/_surefoot.pyi` is made of the signatures here (`scripts/python --stubs`).
//! Arguments and methods say what they mean in `signature`; a property cannot, so what it gives is
//! wrapped in a type that does.

use std::marker::PhantomData;

use numpy::PyArray;
use pyo3::inspect::PyStaticExpr;
use pyo3::prelude::*;
use pyo3::{type_hint_identifier, type_hint_subscript, type_hint_union};

/// A type as Python's checkers know it.
pub(crate) trait TypeHint {
    const HINT: PyStaticExpr;
}

/// A value of which checkers are told this type.
pub(crate) struct Hinted<T, H>(T, PhantomData<H>);

/// An array of some numbers.
pub(crate) type Array<'py, T, D> = Hinted<Bound<'py, PyArray<T, D>>, NumbersOf<T>>;

impl<T, H> From<T> for Hinted<T, H> {
    fn from(value: T) -> Self {
        Self(value, PhantomData)
    }
}

impl<'py, T: IntoPyObject<'py>, H: TypeHint> IntoPyObject<'py> for Hinted<T, H> {
    type Target = T::Target;
    type Output = T::Output;
    type Error = T::Error;
    const OUTPUT_TYPE: PyStaticExpr = H::HINT;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Self::Error> {
        self.0.into_pyobject(py)
    }
}

/// Arrays of numbers of one kind.
pub(crate) struct NumbersOf<T>(PhantomData<T>);

impl<T: Dtype> TypeHint for NumbersOf<T> {
    const HINT: PyStaticExpr = type_hint_subscript!(
        type_hint_identifier!("numpy.typing", "NDArray"),
        type_hint_identifier!("numpy", T::NAME)
    );
}

/// What a kind of numbers is called among arrays.
pub(crate) trait Dtype {
    const NAME: &'static str;
}

macro_rules! dtypes {
    ($($rust:ty => $name:literal),*) => {
        $(impl Dtype for $rust {
            const NAME: &'static str = $name;
        })*
    };
}

dtypes!(bool => "bool_", i8 => "int8", u8 => "uint8", u64 => "uint64", f32 => "float32", f64 => "float64");

macro_rules! hints {
    ($($(#[$doc:meta])* $name:ident = $hint:expr;)*) => {
        $($(#[$doc])*
        pub(crate) struct $name;

        impl TypeHint for $name {
            const HINT: PyStaticExpr = $hint;
        })*
    };
}

hints! {
    /// The name of an action.
    ActionName = type_hint_identifier!("surefoot._types", "Action");
    /// How a game stands.
    StatusName = type_hint_identifier!("surefoot._types", "Status");
    /// What was played.
    Moves = type_hint_subscript!(
        type_hint_identifier!("builtins", "list"),
        type_hint_identifier!("surefoot._types", "Move")
    );
    /// A number that may be too large for ours, or none.
    AnyInt = type_hint_union!(type_hint_identifier!("builtins", "int"), NOTHING);
}

const NOTHING: PyStaticExpr =
    PyStaticExpr::Constant { value: pyo3::inspect::PyStaticConstant::None };

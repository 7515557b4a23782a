//! Classes of values: made of their fields, and pickled, shown and compared by them.

/// Such a class. After its fields comes `new`, with a signature if Python's differs from the
/// fields, and after that what else it can do.
macro_rules! value_class {
    (
        $(#[$class_attribute:meta])*
        $public:vis struct $class:ident {
            $($(#[$attribute:meta])* $visible:vis $field:ident: $type:ty,)*
        }
        new $(($($signature:tt)*))?;
        $($more:tt)*
    ) => {
        $(#[$class_attribute])*
        #[derive(Clone, PartialEq)]
        $public struct $class {
            $($(#[$attribute])* $visible $field: $type,)*
        }

        #[pymethods]
        impl $class {
            #[new]
            $(#[pyo3(signature = ($($signature)*))])?
            #[allow(clippy::too_many_arguments, reason = "they are fields")]
            fn new($($field: $type),*) -> Self {
                Self { $($field),* }
            }

            fn __getnewargs__(&self) -> ($($type,)*) {
                let Self { $($field),* } = self.clone();
                ($($field,)*)
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                let name = <Self as pyo3::PyClass>::NAME;
                Ok(format!("{name}{}", self.__getnewargs__().into_pyobject(py)?.repr()?))
            }

            fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
                other.cast::<Self>().is_ok_and(|other| *other.get() == *self)
            }

            $($more)*
        }
    };
}

pub(crate) use value_class;

//! Words of which a field holds one, as OpenAPI sees them.

use utoipa::openapi::schema::{ObjectBuilder, Type};

/// A text that is one of these.
pub(super) fn names(names: impl IntoIterator<Item = &'static str>) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names))
}

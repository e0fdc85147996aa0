//! What a session may choose about toasters: what the modelled server can do and which of the jsonb
//! strategies are at work. The store keeps a copy, since storage knows no settings.

use super::Capabilities;

/// The improvements of the talk for jsonb, each by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonbStrategies {
    /// Decompress only as far as a look-up needs.
    pub partial_decompression: bool,
    /// Fetch only the chunks a look-up needs.
    pub partial_detoast: bool,
    /// Put an object's values in the order of their length.
    pub sort_values: bool,
    /// Keep the beginning of a value that moves out inline.
    pub inline_prefix: bool,
    /// Compress the longest fields of an object one by one, while it then fits inline.
    pub compress_fields: bool,
    /// Move the longest fields of an object out one by one (shared TOAST).
    pub toast_fields: bool,
    /// Cut long arrays into chunks of whole elements.
    pub toast_arrays: bool,
    /// Keep changes of equal size beside the pointer.
    pub inplace_updates: bool,
    /// Move fields of an object within the object out, where it then fits what the others leave.
    pub toast_fields_recursively: bool,
    /// Do so also where the others do not fit as they are.
    pub toast_fields_deep: bool,
    /// Move long strings out as containers are.
    pub toast_strings: bool,
    /// Cut arrays among the fields into chunks of elements, too.
    pub toast_field_arrays: bool,
    /// Keep any number of changes beside a pointer, of values of every kind.
    pub many_differences: bool,
    /// Try an object's fields before all of it is compressed.
    pub fields_first: bool,
}

impl JsonbStrategies {
    /// None of them: a value moves out whole, as the released server does it.
    pub const WHOLE: JsonbStrategies = JsonbStrategies {
        partial_decompression: false,
        partial_detoast: false,
        sort_values: false,
        inline_prefix: false,
        compress_fields: false,
        toast_fields: false,
        toast_arrays: false,
        inplace_updates: false,
        toast_fields_recursively: false,
        toast_fields_deep: false,
        toast_strings: false,
        toast_field_arrays: false,
        many_differences: false,
        fields_first: false,
    };
    /// What `jsonb_toaster` does by default: what the prototype's does.
    pub const TOASTER: JsonbStrategies = JsonbStrategies {
        partial_decompression: true,
        partial_detoast: true,
        sort_values: true,
        compress_fields: true,
        toast_fields: true,
        toast_arrays: true,
        inplace_updates: true,
        toast_fields_recursively: true,
        ..JsonbStrategies::WHOLE
    };
    /// All strategies switched on.
    pub const ALL: JsonbStrategies = JsonbStrategies {
        inline_prefix: true,
        toast_fields_deep: true,
        toast_strings: true,
        toast_field_arrays: true,
        many_differences: true,
        fields_first: true,
        ..JsonbStrategies::TOASTER
    };
    /// The names of the settings (after `jsonb_toaster.`), in the order of the talk; then what goes
    /// beyond it.
    pub const NAMES: [&str; 14] = [
        "partial_decompression",
        "partial_detoast",
        "sort_values",
        "inline_prefix",
        "compress_fields",
        "toast_fields",
        "toast_arrays",
        "inplace_updates",
        "toast_fields_recursively",
        "toast_fields_deep",
        "toast_strings",
        "toast_field_arrays",
        "many_differences",
        "fields_first",
    ];

    /// The strategies in the order of their names, to be switched on or off.
    pub fn switches(&mut self) -> [&mut bool; 14] {
        [
            &mut self.partial_decompression,
            &mut self.partial_detoast,
            &mut self.sort_values,
            &mut self.inline_prefix,
            &mut self.compress_fields,
            &mut self.toast_fields,
            &mut self.toast_arrays,
            &mut self.inplace_updates,
            &mut self.toast_fields_recursively,
            &mut self.toast_fields_deep,
            &mut self.toast_strings,
            &mut self.toast_field_arrays,
            &mut self.many_differences,
            &mut self.fields_first,
        ]
    }
}

/// All of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToastSettings {
    /// What the modelled server can do (`toastscope.server`).
    pub capabilities: Capabilities,
    /// `jsonb_toaster.*`; on the server of 2021 its own settings.
    pub jsonb: JsonbStrategies,
    /// `bytea_toaster.inline_tail`: keep what was appended beside the pointer while the row has
    /// room; off, every append goes to the chunks at once, as the recorded extension does it.
    pub bytea_inline_tail: bool,
}

impl Default for ToastSettings {
    fn default() -> Self {
        ToastSettings {
            capabilities: Capabilities::POSTGRES_15,
            jsonb: JsonbStrategies::TOASTER,
            bytea_inline_tail: true,
        }
    }
}

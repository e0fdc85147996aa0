//! Parameters that no PostgreSQL 15 has: which server is modelled, and what its toasters do.
//!
//! They are not in `pg_settings`. Those of the server of 2021 exist only while it is modelled.

use super::{Definition, Effect, Kind, Settings};
use storage::toaster::{Capabilities, JsonbStrategies, ToastSettings};

/// A setting that anybody may change.
const fn parameter(name: &'static str, kind: Kind, setting: &'static str) -> Definition {
    Definition {
        name,
        kind,
        context: 'u',
        source: 'd',
        effect: Effect::Modelled,
        setting,
        boot: setting,
        unit: "",
        min: "",
        max: "",
        values: match kind {
            Kind::Enum => "15,16,17,18,toasters,strategies",
            _ => "",
        },
        category: "Customized Options",
        description: "",
    }
}

/// Which server is modelled.
pub const SERVER: &str = "toastscope.server";
/// Whether EXPLAIN prints times to the nanosecond, for callers that divide one time by another. A real server accepts the
/// setting too, since its name has a dot. The engine refuses a value that is not a boolean, as an extension that defines
/// the setting would.
pub const NANOSECONDS: &str = "toastscope.nanoseconds";

pub(super) static DEFINITIONS: [Definition; 20] = [
    parameter(SERVER, Kind::Enum, "15"),
    parameter(NANOSECONDS, Kind::Bool, "off"),
    parameter("jsonb_toaster.partial_decompression", Kind::Bool, "on"),
    parameter("jsonb_toaster.partial_detoast", Kind::Bool, "on"),
    parameter("jsonb_toaster.sort_values", Kind::Bool, "on"),
    parameter("jsonb_toaster.inline_prefix", Kind::Bool, "off"),
    parameter("jsonb_toaster.compress_fields", Kind::Bool, "on"),
    parameter("jsonb_toaster.toast_fields", Kind::Bool, "on"),
    parameter("jsonb_toaster.toast_arrays", Kind::Bool, "on"),
    parameter("jsonb_toaster.inplace_updates", Kind::Bool, "on"),
    parameter("jsonb_toaster.toast_fields_recursively", Kind::Bool, "on"),
    parameter("jsonb_toaster.toast_fields_deep", Kind::Bool, "off"),
    parameter("jsonb_toaster.toast_strings", Kind::Bool, "off"),
    parameter("jsonb_toaster.toast_field_arrays", Kind::Bool, "off"),
    parameter("jsonb_toaster.many_differences", Kind::Bool, "off"),
    parameter("jsonb_toaster.fields_first", Kind::Bool, "off"),
    parameter("bytea_toaster.inline_tail", Kind::Bool, "on"),
    parameter("jsonb_toast_fields", Kind::Bool, "off"),
    parameter("jsonb_partial_decompression", Kind::Bool, "off"),
    parameter("jsonb_sort_field_values", Kind::Bool, "off"),
];

impl Settings {
    /// Whether a parameter does not exist on the modelled server: some are the server of 2021's alone.
    pub fn hidden(&self, name: &str) -> bool {
        if name.eq_ignore_ascii_case(super::RING) {
            return !self.release.vacuum_options;
        }
        let prototype = DEFINITIONS.iter().any(|d| d.name.eq_ignore_ascii_case(name));
        prototype && !name.contains('.') && !self.capabilities().strategy_settings
    }

    /// What the modelled server can do.
    fn capabilities(&self) -> Capabilities {
        Capabilities::of_server(self.raw(SERVER).unwrap_or_default())
    }

    /// The toasters' parameters as the storage crate takes them.
    pub fn toast_settings(&self) -> ToastSettings {
        let capabilities = self.capabilities();
        let mut jsonb = JsonbStrategies::WHOLE;
        if capabilities.strategy_settings {
            let partial = self.bool("jsonb_partial_decompression");
            let fields = self.bool("jsonb_toast_fields");
            jsonb.partial_decompression = partial;
            jsonb.partial_detoast = partial;
            jsonb.sort_values = self.bool("jsonb_sort_field_values");
            jsonb.toast_fields = fields;
            jsonb.inline_prefix = true;
        } else {
            for (name, strategy) in JsonbStrategies::NAMES.iter().zip(jsonb.switches()) {
                *strategy = self.bool(&format!("jsonb_toaster.{name}"));
            }
        }
        let bytea_inline_tail = self.bool("bytea_toaster.inline_tail");
        ToastSettings { capabilities, jsonb, bytea_inline_tail }
    }
}

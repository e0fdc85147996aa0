//! What `pg_type` says of the built-in types: how long a value is, how it is aligned and stored,
//! and which array belongs to it. The facts are `pg_type.dat`'s.

use crate::ids::Oid;
use crate::tuple::Storage::{self, Extended, Main, Plain};

/// One row of `pg_type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeInfo {
    /// The type's OID (`oid`).
    pub oid: Oid,
    /// The type's name (`typname`).
    pub name: &'static str,
    /// `typlen`: bytes, -1 for a varlena, -2 for a cstring.
    pub len: i16,
    /// Whether a value is passed as a word, not by reference (`typbyval`).
    pub by_val: bool,
    /// How values are aligned, in bytes: 1, 2, 4 or 8 (`typalign`).
    pub align: u8,
    /// How columns of the type store values by default (`typstorage`).
    pub storage: Storage,
    /// `typcategory`: 'N' numbers, 'S' strings, 'A' arrays, 'P' pseudo-types ...
    pub category: char,
    /// Whether it is preferred within its category when a cast is chosen (`typispreferred`).
    pub preferred: bool,
    /// The OID of the array type over it, or 0 (`typarray`).
    pub array: Oid,
    /// The OID of the type of its elements, or 0 (`typelem`).
    pub element: Oid,
    /// `typtype`: 'b' base, 'p' pseudo, 'r' range, 'm' multirange.
    pub kind: char,
}

impl TypeInfo {
    /// Whether this is an array in the sense of `IsTrueArrayType`: a varlena with an element type
    /// whose `typarray` is this (so neither `name` nor `int2vector`).
    pub fn is_true_array(&self) -> bool {
        self.len == -1 && self.name.starts_with('_')
    }
}

/// A row of the table: a line of `pg_type.dat`.
#[allow(clippy::too_many_arguments)]
const fn t(
    oid: u32,
    name: &'static str,
    len: i16,
    by_val: bool,
    align: u8,
    storage: Storage,
    category: char,
    preferred: bool,
    array: u32,
    element: u32,
    kind: char,
) -> TypeInfo {
    let (oid, array, element) = (Oid(oid), Oid(array), Oid(element));
    TypeInfo { oid, name, len, by_val, align, storage, category, preferred, array, element, kind }
}

/// The `pg_type` entry of a built-in type; `None` for other types.
pub fn info(oid: Oid) -> Option<&'static TypeInfo> {
    TYPES.binary_search_by_key(&oid, |t| t.oid).ok().map(|i| &TYPES[i])
}

/// The built-in type with this `typname`.
pub fn by_name(name: &str) -> Option<&'static TypeInfo> {
    TYPES.iter().find(|t| t.name == name)
}

/// All built-in types, by OID.
#[rustfmt::skip]
pub static TYPES: &[TypeInfo] = &[
    t(16, "bool", 1, true, 1, Plain, 'B', true, 1000, 0, 'b'),
    t(17, "bytea", -1, false, 4, Extended, 'U', false, 1001, 0, 'b'),
    t(18, "char", 1, true, 1, Plain, 'Z', false, 1002, 0, 'b'),
    t(19, "name", 64, false, 1, Plain, 'S', false, 1003, 18, 'b'),
    t(20, "int8", 8, true, 8, Plain, 'N', false, 1016, 0, 'b'),
    t(21, "int2", 2, true, 2, Plain, 'N', false, 1005, 0, 'b'),
    t(22, "int2vector", -1, false, 4, Plain, 'A', false, 1006, 21, 'b'),
    t(23, "int4", 4, true, 4, Plain, 'N', false, 1007, 0, 'b'),
    t(24, "regproc", 4, true, 4, Plain, 'N', false, 1008, 0, 'b'),
    t(25, "text", -1, false, 4, Extended, 'S', true, 1009, 0, 'b'),
    t(26, "oid", 4, true, 4, Plain, 'N', true, 1028, 0, 'b'),
    t(27, "tid", 6, false, 2, Plain, 'U', false, 1010, 0, 'b'),
    t(28, "xid", 4, true, 4, Plain, 'U', false, 1011, 0, 'b'),
    t(29, "cid", 4, true, 4, Plain, 'U', false, 1012, 0, 'b'),
    t(30, "oidvector", -1, false, 4, Plain, 'A', false, 1013, 26, 'b'),
    t(32, "pg_ddl_command", 8, true, 8, Plain, 'P', false, 0, 0, 'p'),
    t(114, "json", -1, false, 4, Extended, 'U', false, 199, 0, 'b'),
    t(142, "xml", -1, false, 4, Extended, 'U', false, 143, 0, 'b'),
    t(143, "_xml", -1, false, 4, Extended, 'A', false, 0, 142, 'b'),
    t(194, "pg_node_tree", -1, false, 4, Extended, 'Z', false, 0, 0, 'b'),
    t(199, "_json", -1, false, 4, Extended, 'A', false, 0, 114, 'b'),
    t(210, "_pg_type", -1, false, 8, Extended, 'A', false, 0, 71, 'b'),
    t(269, "table_am_handler", 4, true, 4, Plain, 'P', false, 0, 0, 'p'),
    t(270, "_pg_attribute", -1, false, 8, Extended, 'A', false, 0, 75, 'b'),
    t(271, "_xid8", -1, false, 8, Extended, 'A', false, 0, 5069, 'b'),
    t(272, "_pg_proc", -1, false, 8, Extended, 'A', false, 0, 81, 'b'),
    t(273, "_pg_class", -1, false, 8, Extended, 'A', false, 0, 83, 'b'),
    t(325, "index_am_handler", 4, true, 4, Plain, 'P', false, 0, 0, 'p'),
    t(600, "point", 16, false, 8, Plain, 'G', false, 1017, 701, 'b'),
    t(601, "lseg", 32, false, 8, Plain, 'G', false, 1018, 600, 'b'),
    t(602, "path", -1, false, 8, Extended, 'G', false, 1019, 0, 'b'),
    t(603, "box", 32, false, 8, Plain, 'G', false, 1020, 600, 'b'),
    t(604, "polygon", -1, false, 8, Extended, 'G', false, 1027, 0, 'b'),
    t(628, "line", 24, false, 8, Plain, 'G', false, 629, 701, 'b'),
    t(629, "_line", -1, false, 8, Extended, 'A', false, 0, 628, 'b'),
    t(650, "cidr", -1, false, 4, Main, 'I', false, 651, 0, 'b'),
    t(651, "_cidr", -1, false, 4, Extended, 'A', false, 0, 650, 'b'),
    t(700, "float4", 4, true, 4, Plain, 'N', false, 1021, 0, 'b'),
    t(701, "float8", 8, true, 8, Plain, 'N', true, 1022, 0, 'b'),
    t(705, "unknown", -2, false, 1, Plain, 'X', false, 0, 0, 'p'),
    t(718, "circle", 24, false, 8, Plain, 'G', false, 719, 0, 'b'),
    t(719, "_circle", -1, false, 8, Extended, 'A', false, 0, 718, 'b'),
    t(774, "macaddr8", 8, false, 4, Plain, 'U', false, 775, 0, 'b'),
    t(775, "_macaddr8", -1, false, 4, Extended, 'A', false, 0, 774, 'b'),
    t(790, "money", 8, true, 8, Plain, 'N', false, 791, 0, 'b'),
    t(791, "_money", -1, false, 8, Extended, 'A', false, 0, 790, 'b'),
    t(829, "macaddr", 6, false, 4, Plain, 'U', false, 1040, 0, 'b'),
    t(869, "inet", -1, false, 4, Main, 'I', true, 1041, 0, 'b'),
    t(1000, "_bool", -1, false, 4, Extended, 'A', false, 0, 16, 'b'),
    t(1001, "_bytea", -1, false, 4, Extended, 'A', false, 0, 17, 'b'),
    t(1002, "_char", -1, false, 4, Extended, 'A', false, 0, 18, 'b'),
    t(1003, "_name", -1, false, 4, Extended, 'A', false, 0, 19, 'b'),
    t(1005, "_int2", -1, false, 4, Extended, 'A', false, 0, 21, 'b'),
    t(1006, "_int2vector", -1, false, 4, Extended, 'A', false, 0, 22, 'b'),
    t(1007, "_int4", -1, false, 4, Extended, 'A', false, 0, 23, 'b'),
    t(1008, "_regproc", -1, false, 4, Extended, 'A', false, 0, 24, 'b'),
    t(1009, "_text", -1, false, 4, Extended, 'A', false, 0, 25, 'b'),
    t(1010, "_tid", -1, false, 4, Extended, 'A', false, 0, 27, 'b'),
    t(1011, "_xid", -1, false, 4, Extended, 'A', false, 0, 28, 'b'),
    t(1012, "_cid", -1, false, 4, Extended, 'A', false, 0, 29, 'b'),
    t(1013, "_oidvector", -1, false, 4, Extended, 'A', false, 0, 30, 'b'),
    t(1014, "_bpchar", -1, false, 4, Extended, 'A', false, 0, 1042, 'b'),
    t(1015, "_varchar", -1, false, 4, Extended, 'A', false, 0, 1043, 'b'),
    t(1016, "_int8", -1, false, 8, Extended, 'A', false, 0, 20, 'b'),
    t(1017, "_point", -1, false, 8, Extended, 'A', false, 0, 600, 'b'),
    t(1018, "_lseg", -1, false, 8, Extended, 'A', false, 0, 601, 'b'),
    t(1019, "_path", -1, false, 8, Extended, 'A', false, 0, 602, 'b'),
    t(1020, "_box", -1, false, 8, Extended, 'A', false, 0, 603, 'b'),
    t(1021, "_float4", -1, false, 4, Extended, 'A', false, 0, 700, 'b'),
    t(1022, "_float8", -1, false, 8, Extended, 'A', false, 0, 701, 'b'),
    t(1027, "_polygon", -1, false, 8, Extended, 'A', false, 0, 604, 'b'),
    t(1028, "_oid", -1, false, 4, Extended, 'A', false, 0, 26, 'b'),
    t(1033, "aclitem", 12, false, 4, Plain, 'U', false, 1034, 0, 'b'),
    t(1034, "_aclitem", -1, false, 4, Extended, 'A', false, 0, 1033, 'b'),
    t(1040, "_macaddr", -1, false, 4, Extended, 'A', false, 0, 829, 'b'),
    t(1041, "_inet", -1, false, 4, Extended, 'A', false, 0, 869, 'b'),
    t(1042, "bpchar", -1, false, 4, Extended, 'S', false, 1014, 0, 'b'),
    t(1043, "varchar", -1, false, 4, Extended, 'S', false, 1015, 0, 'b'),
    t(1082, "date", 4, true, 4, Plain, 'D', false, 1182, 0, 'b'),
    t(1083, "time", 8, true, 8, Plain, 'D', false, 1183, 0, 'b'),
    t(1114, "timestamp", 8, true, 8, Plain, 'D', false, 1115, 0, 'b'),
    t(1115, "_timestamp", -1, false, 8, Extended, 'A', false, 0, 1114, 'b'),
    t(1182, "_date", -1, false, 4, Extended, 'A', false, 0, 1082, 'b'),
    t(1183, "_time", -1, false, 8, Extended, 'A', false, 0, 1083, 'b'),
    t(1184, "timestamptz", 8, true, 8, Plain, 'D', true, 1185, 0, 'b'),
    t(1185, "_timestamptz", -1, false, 8, Extended, 'A', false, 0, 1184, 'b'),
    t(1186, "interval", 16, false, 8, Plain, 'T', true, 1187, 0, 'b'),
    t(1187, "_interval", -1, false, 8, Extended, 'A', false, 0, 1186, 'b'),
    t(1231, "_numeric", -1, false, 4, Extended, 'A', false, 0, 1700, 'b'),
    t(1263, "_cstring", -1, false, 4, Extended, 'A', false, 0, 2275, 'b'),
    t(1266, "timetz", 12, false, 8, Plain, 'D', false, 1270, 0, 'b'),
    t(1270, "_timetz", -1, false, 8, Extended, 'A', false, 0, 1266, 'b'),
    t(1560, "bit", -1, false, 4, Extended, 'V', false, 1561, 0, 'b'),
    t(1561, "_bit", -1, false, 4, Extended, 'A', false, 0, 1560, 'b'),
    t(1562, "varbit", -1, false, 4, Extended, 'V', true, 1563, 0, 'b'),
    t(1563, "_varbit", -1, false, 4, Extended, 'A', false, 0, 1562, 'b'),
    t(1700, "numeric", -1, false, 4, Main, 'N', false, 1231, 0, 'b'),
    t(1790, "refcursor", -1, false, 4, Extended, 'U', false, 2201, 0, 'b'),
    t(2201, "_refcursor", -1, false, 4, Extended, 'A', false, 0, 1790, 'b'),
    t(2202, "regprocedure", 4, true, 4, Plain, 'N', false, 2207, 0, 'b'),
    t(2203, "regoper", 4, true, 4, Plain, 'N', false, 2208, 0, 'b'),
    t(2204, "regoperator", 4, true, 4, Plain, 'N', false, 2209, 0, 'b'),
    t(2205, "regclass", 4, true, 4, Plain, 'N', false, 2210, 0, 'b'),
    t(2206, "regtype", 4, true, 4, Plain, 'N', false, 2211, 0, 'b'),
    t(2207, "_regprocedure", -1, false, 4, Extended, 'A', false, 0, 2202, 'b'),
    t(2208, "_regoper", -1, false, 4, Extended, 'A', false, 0, 2203, 'b'),
    t(2209, "_regoperator", -1, false, 4, Extended, 'A', false, 0, 2204, 'b'),
    t(2210, "_regclass", -1, false, 4, Extended, 'A', false, 0, 2205, 'b'),
    t(2211, "_regtype", -1, false, 4, Extended, 'A', false, 0, 2206, 'b'),
    t(2249, "record", -1, false, 8, Extended, 'P', false, 2287, 0, 'p'),
    t(2275, "cstring", -2, false, 1, Plain, 'P', false, 1263, 0, 'p'),
    t(2276, "any", 4, true, 4, Plain, 'P', false, 0, 0, 'p'),
    t(2277, "anyarray", -1, false, 8, Extended, 'P', false, 0, 0, 'p'),
    t(2278, "void", 4, true, 4, Plain, 'P', false, 0, 0, 'p'),
    t(2279, "trigger", 4, true, 4, Plain, 'P', false, 0, 0, 'p'),
    t(2280, "language_handler", 4, true, 4, Plain, 'P', false, 0, 0, 'p'),
    t(2281, "internal", 8, true, 8, Plain, 'P', false, 0, 0, 'p'),
    t(2283, "anyelement", 4, true, 4, Plain, 'P', false, 0, 0, 'p'),
    t(2287, "_record", -1, false, 8, Extended, 'P', false, 0, 2249, 'p'),
    t(2776, "anynonarray", 4, true, 4, Plain, 'P', false, 0, 0, 'p'),
    t(2949, "_txid_snapshot", -1, false, 8, Extended, 'A', false, 0, 2970, 'b'),
    t(2950, "uuid", 16, false, 1, Plain, 'U', false, 2951, 0, 'b'),
    t(2951, "_uuid", -1, false, 4, Extended, 'A', false, 0, 2950, 'b'),
    t(2970, "txid_snapshot", -1, false, 8, Extended, 'U', false, 2949, 0, 'b'),
    t(3115, "fdw_handler", 4, true, 4, Plain, 'P', false, 0, 0, 'p'),
    t(3220, "pg_lsn", 8, true, 8, Plain, 'U', false, 3221, 0, 'b'),
    t(3221, "_pg_lsn", -1, false, 8, Extended, 'A', false, 0, 3220, 'b'),
    t(3310, "tsm_handler", 4, true, 4, Plain, 'P', false, 0, 0, 'p'),
    t(3361, "pg_ndistinct", -1, false, 4, Extended, 'Z', false, 0, 0, 'b'),
    t(3402, "pg_dependencies", -1, false, 4, Extended, 'Z', false, 0, 0, 'b'),
    t(3500, "anyenum", 4, true, 4, Plain, 'P', false, 0, 0, 'p'),
    t(3614, "tsvector", -1, false, 4, Extended, 'U', false, 3643, 0, 'b'),
    t(3615, "tsquery", -1, false, 4, Plain, 'U', false, 3645, 0, 'b'),
    t(3642, "gtsvector", -1, false, 4, Plain, 'U', false, 3644, 0, 'b'),
    t(3643, "_tsvector", -1, false, 4, Extended, 'A', false, 0, 3614, 'b'),
    t(3644, "_gtsvector", -1, false, 4, Extended, 'A', false, 0, 3642, 'b'),
    t(3645, "_tsquery", -1, false, 4, Extended, 'A', false, 0, 3615, 'b'),
    t(3734, "regconfig", 4, true, 4, Plain, 'N', false, 3735, 0, 'b'),
    t(3735, "_regconfig", -1, false, 4, Extended, 'A', false, 0, 3734, 'b'),
    t(3769, "regdictionary", 4, true, 4, Plain, 'N', false, 3770, 0, 'b'),
    t(3770, "_regdictionary", -1, false, 4, Extended, 'A', false, 0, 3769, 'b'),
    t(3802, "jsonb", -1, false, 4, Extended, 'U', false, 3807, 0, 'b'),
    t(3807, "_jsonb", -1, false, 4, Extended, 'A', false, 0, 3802, 'b'),
    t(3831, "anyrange", -1, false, 8, Extended, 'P', false, 0, 0, 'p'),
    t(3838, "event_trigger", 4, true, 4, Plain, 'P', false, 0, 0, 'p'),
    t(3904, "int4range", -1, false, 4, Extended, 'R', false, 3905, 0, 'r'),
    t(3905, "_int4range", -1, false, 4, Extended, 'A', false, 0, 3904, 'b'),
    t(3906, "numrange", -1, false, 4, Extended, 'R', false, 3907, 0, 'r'),
    t(3907, "_numrange", -1, false, 4, Extended, 'A', false, 0, 3906, 'b'),
    t(3908, "tsrange", -1, false, 8, Extended, 'R', false, 3909, 0, 'r'),
    t(3909, "_tsrange", -1, false, 8, Extended, 'A', false, 0, 3908, 'b'),
    t(3910, "tstzrange", -1, false, 8, Extended, 'R', false, 3911, 0, 'r'),
    t(3911, "_tstzrange", -1, false, 8, Extended, 'A', false, 0, 3910, 'b'),
    t(3912, "daterange", -1, false, 4, Extended, 'R', false, 3913, 0, 'r'),
    t(3913, "_daterange", -1, false, 4, Extended, 'A', false, 0, 3912, 'b'),
    t(3926, "int8range", -1, false, 8, Extended, 'R', false, 3927, 0, 'r'),
    t(3927, "_int8range", -1, false, 8, Extended, 'A', false, 0, 3926, 'b'),
    t(4072, "jsonpath", -1, false, 4, Extended, 'U', false, 4073, 0, 'b'),
    t(4073, "_jsonpath", -1, false, 4, Extended, 'A', false, 0, 4072, 'b'),
    t(4089, "regnamespace", 4, true, 4, Plain, 'N', false, 4090, 0, 'b'),
    t(4090, "_regnamespace", -1, false, 4, Extended, 'A', false, 0, 4089, 'b'),
    t(4096, "regrole", 4, true, 4, Plain, 'N', false, 4097, 0, 'b'),
    t(4097, "_regrole", -1, false, 4, Extended, 'A', false, 0, 4096, 'b'),
    t(4191, "regcollation", 4, true, 4, Plain, 'N', false, 4192, 0, 'b'),
    t(4192, "_regcollation", -1, false, 4, Extended, 'A', false, 0, 4191, 'b'),
    t(4451, "int4multirange", -1, false, 4, Extended, 'R', false, 6150, 0, 'm'),
    t(4532, "nummultirange", -1, false, 4, Extended, 'R', false, 6151, 0, 'm'),
    t(4533, "tsmultirange", -1, false, 8, Extended, 'R', false, 6152, 0, 'm'),
    t(4534, "tstzmultirange", -1, false, 8, Extended, 'R', false, 6153, 0, 'm'),
    t(4535, "datemultirange", -1, false, 4, Extended, 'R', false, 6155, 0, 'm'),
    t(4536, "int8multirange", -1, false, 8, Extended, 'R', false, 6157, 0, 'm'),
    t(4537, "anymultirange", -1, false, 8, Extended, 'P', false, 0, 0, 'p'),
    t(4538, "anycompatiblemultirange", -1, false, 8, Extended, 'P', false, 0, 0, 'p'),
    t(4600, "pg_brin_bloom_summary", -1, false, 4, Extended, 'Z', false, 0, 0, 'b'),
    t(4601, "pg_brin_minmax_multi_summary", -1, false, 4, Extended, 'Z', false, 0, 0, 'b'),
    t(5017, "pg_mcv_list", -1, false, 4, Extended, 'Z', false, 0, 0, 'b'),
    t(5038, "pg_snapshot", -1, false, 8, Extended, 'U', false, 5039, 0, 'b'),
    t(5039, "_pg_snapshot", -1, false, 8, Extended, 'A', false, 0, 5038, 'b'),
    t(5069, "xid8", 8, true, 8, Plain, 'U', false, 271, 0, 'b'),
    t(5077, "anycompatible", 4, true, 4, Plain, 'P', false, 0, 0, 'p'),
    t(5078, "anycompatiblearray", -1, false, 8, Extended, 'P', false, 0, 0, 'p'),
    t(5079, "anycompatiblenonarray", 4, true, 4, Plain, 'P', false, 0, 0, 'p'),
    t(5080, "anycompatiblerange", -1, false, 8, Extended, 'P', false, 0, 0, 'p'),
    t(6150, "_int4multirange", -1, false, 4, Extended, 'A', false, 0, 4451, 'b'),
    t(6151, "_nummultirange", -1, false, 4, Extended, 'A', false, 0, 4532, 'b'),
    t(6152, "_tsmultirange", -1, false, 8, Extended, 'A', false, 0, 4533, 'b'),
    t(6153, "_tstzmultirange", -1, false, 8, Extended, 'A', false, 0, 4534, 'b'),
    t(6155, "_datemultirange", -1, false, 4, Extended, 'A', false, 0, 4535, 'b'),
    t(6157, "_int8multirange", -1, false, 8, Extended, 'A', false, 0, 4536, 'b'),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::oid;

    #[test]
    fn the_table_is_sorted_and_arrays_point_back() {
        assert!(TYPES.windows(2).all(|w| w[0].oid < w[1].oid));
        let text = info(oid::TEXT).unwrap();
        assert_eq!((text.array, info(text.array).unwrap().element), (oid::TEXT_ARRAY, oid::TEXT));
        assert!(info(Oid(16384)).is_none());
    }
}

//! Joining relations two by two.
//!
//! | file | PostgreSQL | what |
//! |---|---|---|
//! | `search` | `allpaths.c` | in which order |
//! | `rel` | `joinrels.c` | what is known of two relations joined |
//! | `methods` | `joinpath.c` | which ways there are |
//! | `nestloop` `merge` `hash` | `costsize.c` | what each costs |
//! | `foreign_keys` | `initsplan.c`, `costsize.c` | where each row finds one |
//! | `param` | `relnode.c`, `joinpath.c` | what each does with values of other relations |
//! | `unique` | `analyzejoins.c` | where one match is all there can be |

mod foreign_keys;
mod hash;
mod merge;
mod methods;
mod nestloop;
mod param;
mod rel;
mod search;
mod unique;

pub use foreign_keys::find_foreign_keys;
pub use hash::hash_table_size;
pub use methods::outer_join;
pub use search::search;
pub use unique::{
    keep_constant_semijoins, need_anew, reduce_unique_semijoins, remove_self_joins,
    remove_useless_joins,
};

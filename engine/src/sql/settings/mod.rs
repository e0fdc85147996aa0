//! The run-time configuration (`guc.c`): what `SET` changes and `SHOW` shows.

/// All settings with their current values.
#[derive(Clone, Debug, Default)]
pub struct Settings {}

impl Settings {
    /// The recorded cluster's configuration.
    pub fn new() -> Settings {
        Settings::default()
    }
    /// A value as `SHOW` prints it; `None` when there is no such setting.
    pub fn show(&self, name: &str) -> Option<String> {
        let _ = name;
        None
    }
    /// A bool setting such as `enable_seqscan`.
    pub fn bool(&self, name: &str) -> bool {
        let _ = name;
        todo!()
    }
    /// An integer setting in its base unit (`work_mem`: kB).
    pub fn int(&self, name: &str) -> i64 {
        let _ = name;
        todo!()
    }
    /// A real setting such as `random_page_cost`.
    pub fn real(&self, name: &str) -> f64 {
        let _ = name;
        todo!()
    }
}

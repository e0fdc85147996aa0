// A comparison that comes with the page: the settings of both sides, and the script that runs under both.
/** A comparison that can be chosen by its title. */
export interface Preset {
  id: string;
  title: string;
  /** What either side is called, and what it runs first. */
  sides: readonly [Side, Side];
  script: string;
  /** Rows of the table of differences that it shows, by name. */
  differences?: readonly string[];
}

/** One of the two sides: its name, and the SQL that sets it up. */
export interface Side {
  name: string;
  setting: string;
}

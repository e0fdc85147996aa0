// A comparison to choose: two settings, and the script that runs under both.
export interface Preset {
  id: string;
  title: string;
  /** What either side is called, and what it runs first. */
  sides: readonly [Side, Side];
  script: string;
  /** Rows of the table of differences that it shows, by name. */
  differences?: readonly string[];
}

export interface Side {
  name: string;
  setting: string;
}

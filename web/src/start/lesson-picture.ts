// Which step's poster stands for a lesson: the one that shows best what the lesson is about, counted from 1. The
// posters are drawn when the page is built.

const STEPS: Readonly<Record<string, number>> = {
  pages: 4,
  threshold: 2,
  pointer: 1,
  curse: 3,
  'select-star': 2,
  rounds: 3,
  'too-big': 2,
  limits: 3,
  where: 4,
  sizes: 2,
  altered: 3,
  compression: 1,
  'compressed-data': 1,
  slices: 1,
  target: 5,
  'large-text': 3,
  counting: 4,
  'jsonb-keys': 3,
  updates: 2,
  'vacuum-toast': 5,
  bloat: 4,
  versions: 1,
  'written-back': 2,
  'missing-chunk': 1,
  'four-billion': 4,
  wal: 4,
  replication: 4,
  checkpoints: 3,
  crash: 4,
  'wal-compression': 1,
  releases: 3,
  appendable: 2,
  'bytea-stream': 2,
  'jsonb-toaster': 4,
  strategies: 2,
  'toaster-api': 4,
};

/** The step whose poster stands for a lesson. */
export const pictureStep = (lesson: string) => STEPS[lesson] ?? 1;

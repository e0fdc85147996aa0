// Writes sizes and times as precisely as the study prints them.

/** 5168000 is `4.93 MB`; a MB is 1024 × 1024 bytes, as in PostgreSQL. */
export const megabytes = (bytes: number) => `${megabytesOnly(bytes)} MB`;

/** Megabytes without the unit, for columns whose title has it. */
export function megabytesOnly(bytes: number): string {
  const value = bytes / (1 << 20);
  return value.toFixed(value >= 100 ? 1 : value >= 10 ? 2 : 3);
}

/** 0.2714 is `0.271`, 12.34 is `12.3`. */
export const seconds = (s: number) => s.toFixed(s >= 10 ? 1 : s >= 1 ? 2 : 3);

/** A part of a whole in per cent: 587 of 10,000 is `5.9 %`. */
export const share = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)} %`;

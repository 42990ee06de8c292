/** Spans of time in milliseconds. A day is 24 hours: calendar days need a time zone. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Spans of time in seconds, for TTL indexes, cookies and cache headers. */
export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 60 * MINUTE_SECONDS;
export const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Sizes in bytes. */
export const KIB = 1_024;
export const MIB = 1_024 * KIB;

/** Raise it with each change of what sums hold: workers then count all sums anew while they run. */
const SUMS_VERSION = 2;

/** The migration after which sums hold what this release reads. */
export const SUMS_MIGRATION = `recount-sums-${String(SUMS_VERSION)}`;

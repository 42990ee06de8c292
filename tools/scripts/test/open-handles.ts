/** A run that ended may take so long to close what it has. */
const CLOSE_WITHIN_MS = 10_000;

/** The standard streams, which are always open. */
const STANDARD = new Set(['TTYWrap', 'PipeWrap']);

/** Names what keeps this process alive, each kind with its number, such as `2 TCPSocketWrap`. */
export function describeOpen(resources: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const kind of resources) {
    if (!STANDARD.has(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => `${String(count)} ${kind}`).join(', ');
}

/** Where a test has left something open that keeps the process alive, names it and ends the process. */
export function endWhereSomethingIsOpen(withinMs = CLOSE_WITHIN_MS): void {
  setTimeout(() => {
    const open = describeOpen(process.getActiveResourcesInfo());
    process.stderr.write(`A test has left something open, close it: ${open}\n`);
    // With the code that jest has set.
    process.exit();
  }, withinMs).unref();
}

/** What a stop does in turn, by name. */
export type StopPhases = Readonly<Record<string, () => void | Promise<void>>>;

/** Runs the phases of a stop one after the other. @returns how long each took, ms, for the log */
export async function stopInPhases(phases: StopPhases): Promise<Record<string, number>> {
  const took: Record<string, number> = {};
  for (const [name, end] of Object.entries(phases)) {
    const begun = performance.now();
    await end();
    took[name] = Math.round(performance.now() - begun);
  }
  return took;
}

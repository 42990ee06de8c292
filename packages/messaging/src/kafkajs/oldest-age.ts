import { DAY_MS, SECOND_MS } from '@tributary/units';

/** Longer than any topic stores events. */
const LONGEST_MS = 32 * DAY_MS;
/** Halvings after the order of magnitude is known: the age is exact to a sixteenth. */
const HALVINGS = 4;

/**
 * An age that the oldest item has reached, found by few queries: it is at most the true age, and short of it by no more
 * than a sixteenth or a second.
 * @param hasReached whether an item is older than this, ms
 * @returns ms, 0 where no item is a second old
 */
export async function findOldestAge(
  hasReached: (ageMs: number) => Promise<boolean>,
): Promise<number> {
  let reached = 0;
  let missed = SECOND_MS;
  while (missed < LONGEST_MS && (await hasReached(missed))) {
    reached = missed;
    missed *= 2;
  }
  for (let step = 0; step < HALVINGS && missed - reached > SECOND_MS; step += 1) {
    const middle = (reached + missed) / 2;
    if (await hasReached(middle)) reached = middle;
    else missed = middle;
  }
  return reached;
}

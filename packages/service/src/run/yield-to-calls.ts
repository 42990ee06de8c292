import { setTimeout as sleep } from 'node:timers/promises';

/** The longest wait for the calls of this process: some of them take long. */
const MAX_WAIT_MS = 250;
const LOOK_MS = 10;
/** A database that answers later than this is busy: an idle one takes one or two. */
const BUSY_MS = 25;
const FIRST_PAUSE_MS = 25;
const MAX_PAUSE_MS = 500;

/**
 * Work in bulk, such as the backlog after an outage, awaits the returned function between its parts. It waits until
 * this process has answered the calls that it has. Then it calls the database, which all processes share: as
 * long as the answer takes long, the pauses grow, and with them the share of the others.
 * @param waiting how many calls wait for their answer
 * @param ping resolves when the database answers
 */
export function openYielding(
  waiting: () => number,
  ping: () => Promise<void>,
): () => Promise<void> {
  let pauseMs = 0;
  return async () => {
    const until = performance.now() + MAX_WAIT_MS;
    while (waiting() > 0 && performance.now() < until) await sleep(LOOK_MS);
    const sentAt = performance.now();
    // A database that is away delays nothing here: the work itself finds out.
    await ping().catch(() => undefined);
    const isBusy = performance.now() - sentAt > BUSY_MS;
    if (isBusy) pauseMs = Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * pauseMs));
    else pauseMs = pauseMs <= FIRST_PAUSE_MS ? 0 : pauseMs / 2;
    if (pauseMs > 0) await sleep(pauseMs);
  };
}

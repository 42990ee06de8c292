/** Counts of all that a receiver ever took, beyond the requests that it keeps. */
export type Tally = Readonly<{
  add(request: Readonly<{ headers: Readonly<Record<string, string>> }>): void;
  /** How many different webhook ids came; undefined where there were too many to count. */
  distinctIds(): number | undefined;
  byEvent(): Readonly<Record<string, number>>;
}>;

/** 200 receivers with that many ids each would not fit: only the one or two of a load test get there. */
const MAX_IDS = 250_000;
const MAX_EVENT_NAMES = 200;

export function createTally(): Tally {
  const ids = new Set<string>();
  const events = new Map<string, number>();
  let tooMany = false;
  return {
    add: ({ headers }) => {
      const id = headers['webhook-id'] ?? headers['x-webhook-id'];
      if (id !== undefined && !tooMany) ids.add(id);
      if (ids.size > MAX_IDS) {
        tooMany = true;
        ids.clear();
      }
      const event = headers['x-webhook-event'];
      if (event === undefined || (events.size >= MAX_EVENT_NAMES && !events.has(event))) return;
      events.set(event, (events.get(event) ?? 0) + 1);
    },
    distinctIds: () => (tooMany ? undefined : ids.size),
    byEvent: () => Object.fromEntries(events),
  };
}

/** A notification as a stream passes it. */
export interface Passed {
  readonly id: string;
  readonly createdAt: Date;
}

/** How far a listener has come in his notifications. */
export interface FeedPlace {
  /** Look from here on, but for those in `passed`. */
  readonly from: Date;
  /** Ids that were passed since `from`, the oldest first. */
  readonly passed: readonly string[];
}

/**
 * So much later than the moment it bears a notification may be seen at the latest: instances' clocks
 * differ, and a row's moment is taken before it is written, which may have to wait for a connection
 * (5 s), for a new primary (2 s), or to be tried again. What is younger than this is looked for again,
 * and told apart by its id.
 */
const LATE_MS = 15_000;
/** Ids that an event names at most; a burst beyond is told again after a break rather than missed. */
const NAMED_AT_MOST = 20;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Where somebody begins who has seen everything up to now. */
export const lookBackFrom = (now: Date): Date => new Date(now.getTime() - LATE_MS);

/** A place that moves on as notifications are passed. */
export function feedPlace(start: Date, before: readonly Passed[]) {
  const passed = new Map<string, number>();
  let newestMs = start.getTime();
  const pass = ({ id, createdAt }: Passed): void => {
    passed.set(id, createdAt.getTime());
    newestMs = Math.max(newestMs, createdAt.getTime());
    for (const [known, atMs] of passed) {
      if (atMs < newestMs - LATE_MS) passed.delete(known);
    }
  };
  for (const one of before) pass(one);
  return {
    pass,
    place: (): FeedPlace => ({ from: new Date(newestMs - LATE_MS), passed: [...passed.keys()] }),
    /** For `Last-Event-ID`: the newest passed one, then those shortly before it. */
    eventId: (): string => [...passed.keys()].toReversed().slice(0, NAMED_AT_MOST).join(','),
  };
}

/** The ids that a `Last-Event-ID` names; none where it is not one of ours. */
export function idsOfEventId(eventId: string): string[] {
  const ids = eventId.split(',');
  return ids.length <= NAMED_AT_MOST && ids.every((id) => ID.test(id)) ? ids : [];
}

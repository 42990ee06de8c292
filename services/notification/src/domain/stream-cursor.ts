/** A notification that a stream has sent. */
export interface StreamedNotification {
  readonly id: string;
  readonly createdAt: Date;
}

/** Where a stream continues to read. */
export interface StreamPosition {
  readonly from: Date;
  /** Ids that were sent since `from`, oldest first. */
  readonly sentIds: readonly string[];
}

/**
 * The maximum delay between a notification's `createdAt` and the time when a query finds it: instances'
 * clocks differ, and `createdAt` is set before the insert, which may wait for a connection (5 s), for a new
 * primary (2 s), or for a retry. A stream reads this span again, and excludes what it sent by id.
 */
const MAX_INSERT_DELAY_MS = 15_000;
/** Ids in one event id. A larger burst is sent again after a reconnect rather than missed. */
const MAX_EVENT_IDS = 20;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Where a stream starts that sends only new notifications. */
export const readFrom = (now: Date): Date => new Date(now.getTime() - MAX_INSERT_DELAY_MS);

/** A position that moves on with each notification that is sent. */
export function openStreamCursor(start: Date, alreadySent: readonly StreamedNotification[]) {
  const sent = new Map<string, number>();
  let newestMs = start.getTime();
  const advance = ({ id, createdAt }: StreamedNotification): void => {
    sent.set(id, createdAt.getTime());
    newestMs = Math.max(newestMs, createdAt.getTime());
    for (const [sentId, createdMs] of sent) {
      if (createdMs < newestMs - MAX_INSERT_DELAY_MS) sent.delete(sentId);
    }
  };
  for (const notification of alreadySent) advance(notification);
  return {
    advance,
    position: (): StreamPosition => ({
      from: readFrom(new Date(newestMs)),
      sentIds: [...sent.keys()],
    }),
    /** For `Last-Event-ID`: the ids that were sent last, newest first. */
    eventId: (): string => [...sent.keys()].toReversed().slice(0, MAX_EVENT_IDS).join(','),
  };
}

/** The ids in a `Last-Event-ID`; empty where this service did not issue it. */
export function idsOfEventId(eventId: string): string[] {
  const ids = eventId.split(',');
  return ids.length <= MAX_EVENT_IDS && ids.every((id) => ID.test(id)) ? ids : [];
}

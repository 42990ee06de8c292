import { Readable } from 'node:stream';
import { createNudge, type Nudge } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { feedPlace, idsOfEventId, lookBackFrom } from '../../domain/stream-cursor.ts';
import { notificationView } from '../../views/notification-view.ts';

/** Somebody who wants to hear of his notifications as they come. */
export interface Listener {
  readonly userId: string;
  /** Where he was when the connection broke. */
  readonly lastEventId: string | undefined;
  /** Whether his token still counts. */
  readonly mayListen: () => Promise<boolean>;
}

/** How long a browser waits before it connects again. */
const RETRY_MS = 2_000;
/** Without a nudge; also how often a sign of life is sent, and the token looked at. */
const LOOK_EVERY_MS = 5_000;
const AT_ONCE = 100;

/**
 * A user's notifications as Server-Sent Events: those since `lastEventId`, then new ones as they
 * come. They are read from the database; Redis only says when, so that none is missed without it.
 */
export function openFeed(deps: Deps, listener: Listener): Readable {
  const nudge = createNudge();
  const left = new AbortController();
  const unwatch = deps.arrivals.watch(listener.userId, nudge.ring);
  const feed = Readable.from(frames(deps, listener, nudge, left.signal), { objectMode: false });
  feed.once('close', () => {
    unwatch();
    left.abort();
    nudge.ring();
  });
  return feed;
}

async function* frames(
  deps: Deps,
  listener: Listener,
  nudge: Nudge,
  left: AbortSignal,
): AsyncGenerator<string> {
  yield `retry: ${String(RETRY_MS)}\n\n`;
  const { userId } = listener;
  const feed = await startOf(deps, listener);
  while (!left.aborted && (await listener.mayListen())) {
    const rows = await deps.notifications.listArrived(userId, feed.place(), AT_ONCE);
    for (const row of rows) {
      feed.pass({ id: row._id, createdAt: row.createdAt });
      const data = JSON.stringify(notificationView(row));
      yield `id: ${feed.eventId()}\nevent: notification\ndata: ${data}\n\n`;
    }
    const isIdle = rows.length === 0 && !(await nudge.wait(LOOK_EVERY_MS));
    if (isIdle) yield ': still here\n\n';
  }
}

/** Behind what the listener has seen; an unknown event id, as none at all, stands for everything. */
async function startOf(deps: Deps, { userId, lastEventId }: Listener) {
  const ids = idsOfEventId(lastEventId ?? '');
  const seen = ids.length === 0 ? [] : await deps.notifications.listPassed(userId, { ids });
  const [first] = seen;
  if (first !== undefined) return feedPlace(first.createdAt, seen);
  const now = deps.clock.now();
  return feedPlace(now, await deps.notifications.listPassed(userId, { from: lookBackFrom(now) }));
}

import { Readable } from 'node:stream';
import { type Role } from '@tributary/contracts';
import { createWakeSignal, type WakeSignal } from '@tributary/work';
import { type Deps } from '../../deps.ts';
import { idsOfEventId, openStreamCursor, readFrom } from '../../domain/stream-cursor.ts';
import { notificationView } from '../../views/notification-view.ts';

/** The client of a stream. */
export interface StreamClient {
  readonly userId: string;
  readonly role: Role;
  /** The last event that the client received before it reconnected. */
  readonly lastEventId: string | undefined;
  readonly isAuthorized: () => Promise<boolean>;
}

type StreamDeps = Pick<Deps, 'clock' | 'notifications' | 'pubsub' | 'sites'>;

/** The browser's delay before it reconnects. */
const RECONNECT_MS = 2_000;
/** The interval of polls, keep-alive comments and authorization checks. */
const POLL_INTERVAL_MS = 5_000;
const PAGE_SIZE = 100;

/**
 * A user's notifications as Server-Sent Events: those since `lastEventId`, then new ones. The stream reads
 * the database; Redis only signals that there is something to read, so that its outage loses nothing.
 */
export function openNotificationStream(deps: StreamDeps, client: StreamClient): Readable {
  const wake = createWakeSignal();
  const closed = new AbortController();
  const unsubscribe = deps.pubsub.subscribe(client.userId, wake.notify);
  const stream = Readable.from(frames(deps, client, wake, closed.signal), { objectMode: false });
  stream.once('close', () => {
    unsubscribe();
    closed.abort();
    wake.notify();
  });
  return stream;
}

async function* frames(
  deps: StreamDeps,
  client: StreamClient,
  wake: WakeSignal,
  closed: AbortSignal,
): AsyncGenerator<string> {
  yield `retry: ${String(RECONNECT_MS)}\n\n`;
  const cursor = await cursorOf(deps, client);
  while (!closed.aborted && (await client.isAuthorized())) {
    const rows = await deps.notifications.listAfter(client.userId, cursor.position(), PAGE_SIZE);
    for (const row of rows) {
      cursor.advance({ id: row._id, createdAt: row.createdAt });
      const data = JSON.stringify(notificationView(row, deps.sites, client.role));
      yield `id: ${cursor.eventId()}\nevent: notification\ndata: ${data}\n\n`;
    }
    const isIdle = rows.length === 0 && !(await wake.wait(POLL_INTERVAL_MS));
    if (isIdle) yield ': still here\n\n';
  }
}

/** Starts after the last event; without a known last event, with the next notification. */
async function cursorOf(deps: StreamDeps, { userId, lastEventId }: StreamClient) {
  const ids = idsOfEventId(lastEventId ?? '');
  const received = ids.length === 0 ? [] : await deps.notifications.listStreamed(userId, { ids });
  const [first] = received;
  if (first !== undefined) return openStreamCursor(first.createdAt, received);
  const now = deps.clock.now();
  const existing = await deps.notifications.listStreamed(userId, { from: readFrom(now) });
  return openStreamCursor(now, existing);
}

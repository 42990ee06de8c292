import type { Mongo } from '@tributary/mongo';
import { listOpenDeadLetters, MOST_COUNTED } from './consumer/dead-letter-records.ts';
import { readParked } from './consumer/parked-events.ts';
import { header } from './envelope.ts';
import { measureOutbox } from './relay/outbox-documents.ts';

/** How many of the newest events are shown. */
const NEWEST = 20;

/** An event that a consumer could not handle, without its data. */
export interface SetAsideEvent {
  /** Null where the message named none. */
  readonly id: string | null;
  readonly type: string | null;
  readonly topic: string;
  readonly group: string;
  readonly since: Date;
  /** The error’s text, unredacted. */
  readonly reason: string;
}

export interface SetAsideEvents {
  /** At most 1,000: a larger number counts as this one. */
  readonly count: number;
  /** The newest, at most 20. */
  readonly newest: readonly SetAsideEvent[];
}

/** What waits in a service’s database to be published or handled. */
export interface EventState {
  /** `dead` are those that Kafka refused for good. */
  readonly outbox: {
    readonly pending: number;
    readonly oldestSeconds: number;
    readonly dead: number;
  };
  /** They are tried again. */
  readonly parked: SetAsideEvents;
  /** Given up, and not handled since. */
  readonly deadLetters: SetAsideEvents;
}

/** Reads it from the database alone, so that it is known while Kafka is away. */
export async function readEventState(mongo: Mongo): Promise<EventState> {
  const [outbox, parked, deadLetters] = await Promise.all([
    measureOutbox(mongo),
    readParked(mongo, { count: MOST_COUNTED, newest: NEWEST }),
    listOpenDeadLetters(mongo),
  ]);
  return {
    outbox,
    parked: {
      count: parked.count,
      newest: parked.newest.map(({ _id, group, topic, headers, parkedAt: since, error }) => ({
        id: _id.slice(group.length + 1),
        type: typeIn(headers),
        topic,
        group,
        since,
        reason: error ?? BEHIND,
      })),
    },
    deadLetters: {
      count: deadLetters.length,
      newest: deadLetters
        .slice(0, NEWEST)
        .map(({ eventId: id, type, topic, group, at: since, error: reason }) => {
          return { id, type, topic, group, since, reason };
        }),
    },
  };
}

/** Of an event that has not failed itself. */
const BEHIND = 'it waits behind an earlier event of its key';

function typeIn(headersText: string): string | null {
  const headers = JSON.parse(headersText) as Readonly<Record<string, string>>;
  return headers[header.type] ?? null;
}

import { randomUUIDv7 } from 'node:crypto';
import { type Clock } from '@tributary/service/edge';
import { type IdentityClient, type LoggedRequest } from '../clients/identity-client.ts';
import { type KeyUse } from '../domain/key-use.ts';

/** A request that has ended. */
interface EndedRequest {
  readonly requestId: string;
  readonly method: string;
  /** Of its route. */
  readonly prefix: string;
  /** 0 where the caller left before the answer. */
  readonly status: number;
  /** By `performance.now()`. */
  readonly startedAt: number;
}

interface RequestLogOptions {
  readonly identity: Pick<IdentityClient, 'noteRequests'>;
  readonly clock: Clock;
}

/** Requests in memory, and of one account between two writes. */
const MAX_WAITING = 5_000;
const MAX_PER_ACCOUNT = 50;
/** Few, so that identity has time for them when it is busy: what it refuses is sent again. */
const MAX_PER_CALL = 100;
/** Accounts whose requests that are left out are counted. */
const MAX_COUNTED = 10_000;

/**
 * Collects the requests that were made with API keys, for the logs of their accounts. Neither throws nor waits: what
 * comes too fast is left out, and the next request of the account states how many were.
 */
export function openRequestLog({ identity, clock }: RequestLogOptions) {
  const waiting: LoggedRequest[] = [];
  const added = new Map<string, number>();
  const leftOut = new Map<string, number>();

  const isRoomFor = (accountId: string): boolean =>
    waiting.length < MAX_WAITING && (added.get(accountId) ?? 0) < MAX_PER_ACCOUNT;

  const leaveOut = (accountId: string): void => {
    const before = leftOut.get(accountId);
    if (before === undefined && leftOut.size >= MAX_COUNTED) return;
    leftOut.set(accountId, (before ?? 0) + 1);
  };

  return {
    /** Adds a request that has ended. */
    add: ({ startedAt, prefix, ...ended }: EndedRequest, use: KeyUse): void => {
      const { accountId } = use;
      if (!isRoomFor(accountId)) {
        leaveOut(accountId);
        return;
      }
      const durationMs = Math.round(performance.now() - startedAt);
      added.set(accountId, (added.get(accountId) ?? 0) + 1);
      waiting.push({
        ...use,
        ...ended,
        id: randomUUIDv7(),
        atMs: clock.now().getTime() - durationMs,
        path: use.path === '' ? prefix : use.path,
        durationMs,
        leftOut: leftOut.get(accountId) ?? 0,
      });
      leftOut.delete(accountId);
    },

    /** Writes what has been collected. What cannot be written now stays, within the limits. @throws unavailable */
    write: async (): Promise<void> => {
      added.clear();
      while (waiting.length > 0) {
        const requests = waiting.slice(0, MAX_PER_CALL);
        await identity.noteRequests(requests);
        waiting.splice(0, requests.length);
      }
    },
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@tributary/mongo';
import { openWorkErrorReport, worker } from '@tributary/service';
import { createBatcher, drain } from '@tributary/work';
import { type Deps } from '../../deps.ts';
import { LEASE_MS } from '../../domain/send-attempt.ts';
import { type ContactDocument, type NotificationDocument } from '../../store/collections.ts';
import { type OutcomeRecord } from '../../store/send-queue-store.ts';
import { sendNotification } from './send-notification.ts';

const NAME = 'send-queued';
const CLAIM_SIZE = 200;
const POLL_INTERVAL_MS = 500;
const SAVE_RETRY_MS = 500;
/** More attempts than connections, so that no connection is idle between two e-mails. */
const ATTEMPTS_PER_CONNECTION = 2;

/** A claimed notification, and its user's contact where it is known. */
interface QueuedNotification {
  readonly row: NotificationDocument;
  readonly contact: ContactDocument | undefined;
}

/**
 * Sends queued e-mails, push messages and text messages, a bounded number at once. Each is sent at least
 * once: an attempt ends when its outcome is saved, so that a crash repeats only the attempts in progress.
 */
export const sendQueuedNotificationsWorker = (deps: Deps) =>
  worker({
    name: NAME,
    everyMs: 0,
    run: async (signal) => {
      const concurrency = deps.config.SMTP_CONNECTIONS * ATTEMPTS_PER_CONNECTION;
      const outcomes = createBatcher<OutcomeRecord, undefined>({
        maxItems: concurrency,
        maxWaiting: concurrency,
        run: async (records) => {
          await saveOutcomes(deps, records);
          return [];
        },
      });
      await drain<QueuedNotification>({
        queue: queueOf(deps),
        run: async ({ row, contact }) => {
          const outcome = await sendNotification(deps, row, contact);
          await outcomes.add({ row, outcome });
        },
        concurrency,
        claimSize: CLAIM_SIZE,
        leaseMs: LEASE_MS,
        pollMs: POLL_INTERVAL_MS,
        wake: deps.sendQueueWake,
        signal,
        onError: openWorkErrorReport(deps, NAME, 'work failed'),
      });
      return false;
    },
  });

/** The send queue; a claim reads the contacts of all its notifications at once. */
const queueOf = ({ sendQueue, contacts }: Pick<Deps, 'contacts' | 'sendQueue'>) => ({
  claim: async (limit: number): Promise<QueuedNotification[]> => {
    const rows = await sendQueue.claim(limit);
    if (rows.length === 0) return [];
    const contactOf = await contacts.list([...new Set(rows.map(({ userId }) => userId))]);
    return rows.map((row) => ({ row, contact: contactOf.get(row.userId) }));
  },
  release: (items: readonly QueuedNotification[]) => sendQueue.release(items.map(({ row }) => row)),
});

/** Retries during an outage of the database, because a lost outcome would send the message again. */
async function saveOutcomes(
  { sendQueue }: Pick<Deps, 'sendQueue'>,
  records: readonly OutcomeRecord[],
): Promise<void> {
  const until = performance.now() + LEASE_MS / 4;
  for (;;) {
    try {
      await sendQueue.saveOutcomes(records);
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > until) throw error;
      await pause(SAVE_RETRY_MS);
    }
  }
}

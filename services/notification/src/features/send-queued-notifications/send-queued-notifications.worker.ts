import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@tributary/mongo';
import { createBatcher, worker } from '@tributary/service';
import { MINUTE_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { type OutcomeRecord } from '../../store/send-queue-store.ts';
import { sendNotification } from './send-notification.ts';

const BATCH_SIZE = 200;
/** A claimed notification is due again after this span. No sending starts in the second half of it. */
const LEASE_MS = 2 * MINUTE_MS;
const POLL_INTERVAL_MS = 500;
const SAVE_RETRY_MS = 500;
/** More senders than connections, so that no connection is idle between two e-mails. */
const SENDERS_PER_CONNECTION = 2;

/**
 * Sends queued e-mails, push messages and text messages with a bounded number of senders. Sending happens
 * at least once: each sender saves the outcome before it sends the next, so that a crash repeats at most
 * one message per sender.
 */
export const sendQueuedNotificationsWorker = (deps: Deps) =>
  worker({
    name: 'send-queued',
    everyMs: 0,
    run: async (signal) => {
      signal.addEventListener('abort', deps.sendQueueNudge.ring, { once: true });
      while (!signal.aborted) {
        const foundWork = await sendBatch(deps, signal);
        if (!foundWork) await deps.sendQueueNudge.wait(POLL_INTERVAL_MS);
      }
      return false;
    },
  });

async function sendBatch(deps: Deps, signal: AbortSignal): Promise<boolean> {
  const now = deps.clock.now();
  const claim = deps.newId();
  const until = new Date(now.getTime() + LEASE_MS);
  const rows = await deps.sendQueue.claimDue(BATCH_SIZE, { claim, until }, now);
  if (rows.length === 0) return false;
  const contacts = await deps.contacts.list([...new Set(rows.map(({ userId }) => userId))]);
  const remaining = rows.values();
  const started = new Set<string>();
  const outcomes = createBatcher<OutcomeRecord, undefined>({
    maxItems: BATCH_SIZE,
    maxWaiting: BATCH_SIZE,
    run: async (records) => {
      await saveOutcomes(deps, claim, records);
      return [];
    },
  });
  const stopAt = performance.now() + LEASE_MS / 2;
  const senderCount = deps.config.SMTP_CONNECTIONS * SENDERS_PER_CONNECTION;
  const senders = Array.from({ length: senderCount }, async () => {
    for (const row of remaining) {
      if (signal.aborted || performance.now() > stopAt) return;
      started.add(row._id);
      const outcome = await sendNotification(deps, row, contacts.get(row.userId));
      await outcomes.add({ id: row._id, outcome });
    }
  });
  const ended = await Promise.allSettled(senders);
  const notStarted = rows.map(({ _id }) => _id).filter((id) => !started.has(id));
  await deps.sendQueue.release(claim, notStarted, deps.clock.now());
  for (const sender of ended) if (sender.status === 'rejected') throw sender.reason;
  return true;
}

/** Retries during an outage of the database, because a lost outcome would send the message again. */
async function saveOutcomes(
  deps: Deps,
  claim: string,
  records: readonly OutcomeRecord[],
): Promise<void> {
  const until = performance.now() + LEASE_MS / 4;
  for (;;) {
    try {
      await deps.sendQueue.saveOutcomes(claim, records);
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > until) throw error;
      await pause(SAVE_RETRY_MS);
    }
  }
}

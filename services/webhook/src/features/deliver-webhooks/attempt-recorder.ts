import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable, isDuplicateKey } from '@tributary/mongo';
import { MINUTE_MS } from '@tributary/units';
import { createBatcher } from '@tributary/work';
import { type Deps } from '../../deps.ts';
import { type HealthAction } from '../../domain/endpoint-health.ts';
import { type DailyCount } from '../../store/count-store.ts';
import { type AttemptRecord } from '../../store/delivery-store.ts';
import { type AttemptCounts } from '../../store/endpoint-store.ts';
import { applyHealthAction } from './apply-health-action.ts';

/** One attempt with everything that is saved because of it. */
export interface RecordedAttempt extends AttemptRecord {
  readonly endpointId: string;
  readonly ownerId: string;
  readonly eventType: string;
  readonly isTest?: true;
  readonly healthAction?: HealthAction;
}

/** Saves attempts in batches. */
export interface AttemptRecorder {
  /** Resolves when the attempt is saved; rejects if it cannot be. */
  record(attempt: RecordedAttempt): Promise<void>;
}

type RecorderDeps = Pick<Deps, 'deliveries' | 'endpoints' | 'counts' | 'transaction'>;

const MAX_BATCH = 500;
/** During an outage of the database attempts are kept for this long; later they are lost and repeated. */
const OUTAGE_MS = MINUTE_MS;
const RETRY_PAUSE_MS = 500;

export function createAttemptRecorder(deps: RecorderDeps): AttemptRecorder {
  const batcher = createBatcher<RecordedAttempt, undefined>({
    run: async (attempts) => {
      await save(deps, attempts);
      return [];
    },
    maxItems: MAX_BATCH,
    // Each drain limits its unsaved attempts.
    maxWaiting: Number.POSITIVE_INFINITY,
  });
  return { record: batcher.add };
}

/**
 * Three parallel writes without a transaction: one over hundreds of documents would lock them for as long
 * as a slow database takes, and later ones would conflict with it. A crash between the writes can lose
 * a count of the statistics, but never the state of a delivery.
 */
async function save(deps: RecorderDeps, attempts: readonly RecordedAttempt[]): Promise<void> {
  const deadline = performance.now() + OUTAGE_MS;
  const counted = attempts.filter(({ isTest }) => isTest === undefined);
  await Promise.all([
    retryOutage(deadline, () => deps.deliveries.saveAttempts(attempts.map(recordOf))),
    retryOutage(deadline, () => deps.endpoints.addAttempts(countsByEndpoint(counted))),
    retryOutage(deadline, () => deps.counts.add(countsByDay(counted))),
  ]);
  for (const { endpointId, healthAction } of attempts) {
    if (healthAction === undefined) continue;
    await retryOutage(deadline, () => applyHealthAction(deps, endpointId, healthAction));
  }
}

async function retryOutage(deadline: number, write: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await write();
      return;
    } catch (error) {
      // A duplicate key means that two instances created the same day's count at once.
      const isTransient = isDuplicateKey(error) || isDatabaseUnavailable(error);
      if (!isTransient || performance.now() > deadline) throw error;
      await pause(RETRY_PAUSE_MS * Math.random());
    }
  }
}

function recordOf(attempt: RecordedAttempt): AttemptRecord {
  const { endpointId: _endpoint, ownerId: _owner, eventType: _event, ...rest } = attempt;
  const { healthAction: _action, isTest: _test, ...record } = rest;
  return record;
}

function countsByEndpoint(attempts: readonly RecordedAttempt[]): AttemptCounts[] {
  const byEndpoint = Map.groupBy(attempts, ({ endpointId }) => endpointId);
  return [...byEndpoint].map(([endpointId, some]) => {
    const succeeded = some.filter(({ status }) => status === 'success').length;
    return {
      endpointId,
      succeeded,
      failed: some.length - succeeded,
      lastTriggered: new Date(Math.max(...some.map(({ at }) => at.getTime()))),
    };
  });
}

function countsByDay(attempts: readonly RecordedAttempt[]): DailyCount[] {
  const dayOf = ({ at }: RecordedAttempt): string => at.toISOString().slice(0, 10);
  const keyOf = (attempt: RecordedAttempt): string =>
    `${attempt.ownerId} ${dayOf(attempt)} ${attempt.eventType}`;
  return [...Map.groupBy(attempts, keyOf).values()].flatMap((some) => {
    const [first] = some;
    if (first === undefined) return [];
    const withStatus = (status: string): number =>
      some.filter((attempt) => attempt.status === status).length;
    return [
      {
        ownerId: first.ownerId,
        day: dayOf(first),
        eventType: first.eventType,
        sent: some.filter((attempt) => attempt.attempts === 1).length,
        succeeded: withStatus('success'),
        failed: withStatus('failed'),
        attempts: some.length,
        durationMs: some.reduce((total, { durationMs }) => total + durationMs, 0),
      },
    ];
  });
}

import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable, isDuplicateKey } from '@tributary/mongo';
import { MINUTE_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { type AttemptRecord } from '../../store/delivery-store.ts';
import { type DailyCount } from '../../store/count-store.ts';
import { type LaneTrouble } from '../../domain/endpoint-health.ts';
import { tellTrouble } from './apply-health-action.ts';
import { type EndpointTally } from '../../store/endpoint-store.ts';

/** One attempt, with what its records belong to. */
export interface Attempted extends AttemptRecord {
  readonly endpointId: string;
  readonly ownerId: string;
  readonly eventType: string;
  readonly isTest?: true;
  /** What its owner must be told. */
  readonly trouble?: LaneTrouble;
}

/** Saves attempts, many in one write. */
export interface Recorder {
  /** Resolves when it is saved; rejects when it could not be. */
  record(attempted: Attempted): Promise<void>;
}

type Stores = Pick<Deps, 'deliveries' | 'endpoints' | 'counts' | 'transaction'>;

interface Waiting {
  readonly attempted: Attempted;
  readonly saved: { readonly resolve: () => void; readonly reject: (reason: unknown) => void };
}

const AT_ONCE = 500;
/** How long an outage of the database is sat out: what was sent should be known to have been sent. */
const PATIENCE_MS = MINUTE_MS;
const PAUSE_MS = 500;

/**
 * Whatever has gathered while the last write was under way goes into the next one: no timer, and the
 * busier it is the larger the writes.
 */
export function createRecorder(stores: Stores): Recorder {
  let waiting: Waiting[] = [];
  let isSaving = false;

  const saveAll = async (): Promise<void> => {
    isSaving = true;
    while (waiting.length > 0) {
      const some = waiting.slice(0, AT_ONCE);
      waiting = waiting.slice(AT_ONCE);
      await settle(stores, some);
    }
    isSaving = false;
  };
  return {
    record: (attempted) => {
      const saved = new Promise<void>((resolve, reject) => {
        waiting.push({ attempted, saved: { resolve, reject } });
      });
      // From the next turn on, so that what comes in this one is in the same write.
      if (!isSaving) {
        isSaving = true;
        setImmediate(() => void saveAll());
      }
      return saved;
    },
  };
}

async function settle(stores: Stores, some: readonly Waiting[]): Promise<void> {
  try {
    await save(
      stores,
      some.map(({ attempted }) => attempted),
    );
    for (const { saved } of some) saved.resolve();
  } catch (error) {
    for (const { saved } of some) saved.reject(error);
  }
}

/**
 * Three writes side by side and no transaction: one over hundreds of documents holds them for as
 * long as a slow database takes, and every later one then conflicts with it. What a crash in between
 * can cost is a count, never a delivery's state.
 */
async function save(stores: Stores, attempts: readonly Attempted[]): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  const real = attempts.filter(({ isTest }) => isTest === undefined);
  await Promise.all([
    untilSaved(until, () => stores.deliveries.saveAttempts(attempts.map(recordOf))),
    untilSaved(until, () => stores.endpoints.addTallies(talliesOf(real))),
    untilSaved(until, () => stores.counts.add(countsOf(real))),
  ]);
  for (const { endpointId, trouble } of attempts) {
    if (trouble === undefined) continue;
    await untilSaved(until, () => tellTrouble(stores, endpointId, trouble));
  }
}

async function untilSaved(until: number, write: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await write();
      return;
    } catch (error) {
      // Two instances may have made the same day's count at once.
      const passes = isDuplicateKey(error) || isDatabaseUnavailable(error);
      if (!passes || performance.now() > until) throw error;
      await pause(PAUSE_MS * Math.random());
    }
  }
}

function recordOf(attempted: Attempted): AttemptRecord {
  const { endpointId: _endpoint, ownerId: _owner, eventType: _event, ...rest } = attempted;
  const { trouble: _trouble, isTest: _test, ...record } = rest;
  return record;
}

function talliesOf(attempts: readonly Attempted[]): EndpointTally[] {
  const byEndpoint = Map.groupBy(attempts, ({ endpointId }) => endpointId);
  return [...byEndpoint].map(([id, some]) => {
    const succeeded = some.filter(({ status }) => status === 'success').length;
    return {
      id,
      succeeded,
      failed: some.length - succeeded,
      lastTriggered: new Date(Math.max(...some.map(({ at }) => at.getTime()))),
    };
  });
}

function countsOf(attempts: readonly Attempted[]): DailyCount[] {
  const dayOf = ({ at }: Attempted): string => at.toISOString().slice(0, 10);
  const keyOf = (one: Attempted): string => `${one.ownerId} ${dayOf(one)} ${one.eventType}`;
  return [...Map.groupBy(attempts, keyOf).values()].flatMap((some) => {
    const [first] = some;
    if (first === undefined) return [];
    const withStatus = (status: string): number =>
      some.filter((one) => one.status === status).length;
    return [
      {
        ownerId: first.ownerId,
        day: dayOf(first),
        eventType: first.eventType,
        sent: some.filter((one) => one.attempts === 1).length,
        succeeded: withStatus('success'),
        failed: withStatus('failed'),
        attempts: some.length,
        durationMs: some.reduce((total, one) => total + one.durationMs, 0),
      },
    ];
  });
}

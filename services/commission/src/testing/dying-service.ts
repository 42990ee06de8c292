import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync, writeSync } from 'node:fs';
import type { AdjustedConversion, ReviewedConversion } from '@tributary/contracts';
import { collectionsOf, type Mongo, openMongo } from '@tributary/mongo';
import {
  databaseOf,
  newId,
  openLog,
  openMetrics,
  openServiceTokens,
  systemClock,
} from '@tributary/service';
import { readCommissionConfig } from '../config.ts';
import { type Deps, openDeps } from '../deps.ts';
import type { ReserveRequest } from '../domain/reservation.ts';
import { applyAdjustment } from '../features/apply-adjustment/apply-adjustment.ts';
import { cancelCommission } from '../features/cancel-commission/cancel-commission.ts';
import { openCreateForConversions } from '../features/create-for-conversions/create-for-conversions.ts';
import { approveDue } from '../features/release-holds/release-holds.ts';
import { releasePayout } from '../features/release/release.ts';
import { openReservePayout } from '../features/reserve/reserve.ts';
import { restorePayout } from '../features/restore/restore.ts';
import { settlePayout } from '../features/settle/settle.ts';
import { undoAttributionChange } from '../features/undo-attribution-change/undo-attribution-change.ts';
import { collections } from '../store/collections.ts';
import { type ChangeCall, changeItems } from '../workflows/attribution-change-items.ts';
import { recreditConversions } from '../workflows/recredit-conversions.ts';

/**
 * A program for tests: starts transitions, stops each before its n-th write (the commit and the moment after it count as
 * writes), and kills itself when all have stopped. It prints which transitions had that many writes, and the sessions
 * whose transactions stay open, in base64.
 *
 *   dying-service.ts <<< '{"env": {…}, "stops": [{"step": 3, "transition": {"kind": "settle", "payoutId": "…"}}]}'
 */
export type Transition =
  | { kind: 'create'; approval: ReviewedConversion }
  | { kind: 'adjust'; adjusted: AdjustedConversion }
  | { kind: 'hold'; commissionId: string }
  | { kind: 'cancel'; commissionId: string }
  | { kind: 'recredit'; campaignId: string; change: ChangeCall }
  | { kind: 'undo'; undo: Parameters<ReturnType<typeof undoAttributionChange>>[0] }
  | { kind: 'reserve'; request: ReserveRequest }
  | { kind: 'settle' | 'release' | 'restore'; payoutId: string };

export interface Stop {
  readonly step: number;
  readonly transition: Transition;
}

interface Input {
  readonly stops: readonly Stop[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Stopped {
  /** Whether each transition, in the order of the input, had that many writes. */
  readonly isStopped: readonly boolean[];
  readonly sessions: readonly string[];
}

interface Run {
  readonly step: number;
  count: number;
  stop: () => void;
}

const writes = ['insertOne', 'insertMany', 'updateOne', 'updateMany', 'replaceOne', 'bulkWrite'];

const runs = new AsyncLocalStorage<Run>();

async function reachStep(): Promise<void> {
  const run = runs.getStore();
  if (run === undefined) return;
  run.count += 1;
  if (run.count !== run.step) return;
  run.stop();
  await new Promise(() => undefined);
}

type Method = (this: unknown, ...given: unknown[]) => Promise<unknown>;

/** Makes the driver call `reachStep` before every write and commit. */
function stopBeforeWrites(mongo: Mongo): void {
  const { commissions } = collectionsOf(mongo.connection, collections);
  const collection = Object.getPrototypeOf(commissions) as Record<string, Method>;
  for (const name of writes) {
    const write = collection[name];
    if (write === undefined) throw new Error(`The driver has no ${name}`);
    collection[name] = async function (...given) {
      await reachStep();
      return write.apply(this, given);
    };
  }
  const session = mongo.connection.getClient().startSession();
  const sessions = Object.getPrototypeOf(session) as Record<string, Method>;
  const commit = sessions['commitTransaction'];
  if (commit === undefined) throw new Error('The driver has no commitTransaction');
  sessions['commitTransaction'] = async function (...given) {
    await reachStep();
    const result = await commit.apply(this, given);
    await reachStep();
    return result;
  };
}

function begin(deps: Deps, transition: Transition): Promise<unknown> {
  if (transition.kind === 'undo') return undoAttributionChange(deps)(transition.undo);
  if (transition.kind !== 'recredit') return beginBooking(deps, transition);
  const { campaignId, change } = transition;
  return recreditConversions(deps, campaignId, changeItems(change));
}

type Booking = Exclude<Transition, { kind: 'recredit' | 'undo' }>;

function beginBooking(deps: Deps, transition: Booking): Promise<unknown> {
  switch (transition.kind) {
    case 'create':
      return openCreateForConversions(deps)([
        { approval: transition.approval, correlationId: undefined, isRepeat: false },
      ]);
    case 'adjust':
      return applyAdjustment(deps)(transition.adjusted);
    case 'hold':
      return approveDue(deps, [transition.commissionId]);
    case 'cancel':
      return cancelCommission(deps)(transition.commissionId, {
        reason: 'x',
        isFraud: false,
        by: 'admin',
      });
    case 'reserve':
      return openReservePayout(deps)(transition.request);
    case 'settle': {
      const { payoutId } = transition;
      return settlePayout(deps)({ payoutId, transactionId: 'transfer', settledAt: new Date(0) });
    }
    case 'release':
      return releasePayout(deps)(transition.payoutId, 1);
    case 'restore':
      return restorePayout(deps)(transition.payoutId);
  }
}

/** Records the session of every transaction, so that the test can abort it. */
function noteSessions(mongo: Mongo): Set<string> {
  const noted = new Set<string>();
  const client = mongo.connection.getClient();
  const start = client.startSession.bind(client);
  client.startSession = (...given) => {
    const session = start(...given);
    const id = session.id?.id;
    if (id !== undefined) noted.add(Buffer.from(id.buffer).toString('base64'));
    return session;
  };
  return noted;
}

const runTo = (deps: Deps, { step, transition }: Stop): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      resolve(true);
    };
    runs.run({ step, count: 0, stop }, () => {
      begin(deps, transition).then(() => {
        resolve(false);
      }, reject);
    });
  });

async function die({ stops, env }: Input): Promise<void> {
  const config = readCommissionConfig(env);
  const log = openLog('commission', 'error');
  const opened = await openMongo({ url: config.mongoUrl, database: databaseOf(config), log });
  // No transaction may time out before all have stopped.
  const mongo = { ...opened, limits: { ...opened.limits, transactionTimeoutMs: 120_000 } };
  const atOnce = { ...config, LEDGER_CONCURRENCY: stops.length };
  const tokens = openServiceTokens(config.serviceIdentity);
  const deps = await openDeps(atOnce, {
    mongo,
    clock: systemClock,
    newId,
    tokens,
    metrics: openMetrics('commission', 'both'),
  });
  stopBeforeWrites(mongo);
  const sessions = noteSessions(mongo);
  const isStopped = await Promise.all(stops.map((stop) => runTo(deps, stop)));
  const stopped: Stopped = { isStopped, sessions: [...sessions] };
  writeSync(1, JSON.stringify(stopped));
  process.kill(process.pid, 'SIGKILL');
}

await die(JSON.parse(readFileSync(0, 'utf8')) as Input);

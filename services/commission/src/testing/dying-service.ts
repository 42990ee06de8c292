import { AsyncLocalStorage } from 'node:async_hooks';
import { writeSync } from 'node:fs';
import type { AdjustedConversion, ReviewedConversion } from '@tributary/contracts';
import { type Mongo, openMongo } from '@tributary/mongo';
import { databaseOf, newId, openLog, systemClock } from '@tributary/service';
import { readCommissionConfig } from '../config.ts';
import { type Deps, openDeps } from '../deps.ts';
import type { ReserveRequest } from '../domain/reservation.ts';
import { applyAdjustment } from '../features/apply-adjustment/apply-adjustment.ts';
import { cancelCommission } from '../features/cancel-commission/cancel-commission.ts';
import { openCreateCommissions } from '../features/create-commissions/create-commissions.ts';
import { releaseTogether } from '../features/release-holds/release-holds.ts';
import { releasePayout } from '../features/release-payout/release-payout.ts';
import { openReservePayout } from '../features/reserve-payout/reserve-payout.ts';
import { restorePayout } from '../features/restore-payout/restore-payout.ts';
import { settlePayout } from '../features/settle-payout/settle-payout.ts';
import { collectionsOf } from '../store/collections.ts';

/**
 * A program for tests: begins transitions, stops each of them before its n-th write (the commit counts as
 * one, and so does the moment after it), and kills itself when all stand there. It prints the names of
 * those that had so many.
 *
 *   dying-service.ts '{"step": 3, "env": {…}, "transitions": [{"kind": "settle", "payoutId": "…"}]}'
 */
export type Transition =
  | { kind: 'create'; approval: ReviewedConversion }
  | { kind: 'adjust'; adjusted: AdjustedConversion }
  | { kind: 'hold'; commissionId: string }
  | { kind: 'cancel'; commissionId: string }
  | { kind: 'reserve'; request: ReserveRequest }
  | { kind: 'settle' | 'release' | 'restore'; payoutId: string };

interface Asked {
  readonly step: number;
  readonly transitions: readonly Transition[];
  readonly env: Readonly<Record<string, string>>;
}

interface Run {
  count: number;
  stop: () => void;
}

const writes = ['insertOne', 'insertMany', 'updateOne', 'updateMany', 'replaceOne', 'bulkWrite'];

const runs = new AsyncLocalStorage<Run>();

async function reachStep(step: number): Promise<void> {
  const run = runs.getStore();
  if (run === undefined) return;
  run.count += 1;
  if (run.count !== step) return;
  run.stop();
  await new Promise(() => undefined);
}

type Method = (this: unknown, ...given: unknown[]) => Promise<unknown>;

/** Makes every write of the driver, and its commit, pass `reachStep` first. */
function stopBeforeWrites(mongo: Mongo, step: number): void {
  const collection = Object.getPrototypeOf(collectionsOf(mongo).commissions) as Record<
    string,
    Method
  >;
  for (const name of writes) {
    const write = collection[name];
    if (write === undefined) throw new Error(`The driver has no ${name}`);
    collection[name] = async function (...given) {
      await reachStep(step);
      return write.apply(this, given);
    };
  }
  const session = mongo.connection.getClient().startSession();
  const sessions = Object.getPrototypeOf(session) as Record<string, Method>;
  const commit = sessions['commitTransaction'];
  if (commit === undefined) throw new Error('The driver has no commitTransaction');
  sessions['commitTransaction'] = async function (...given) {
    await reachStep(step);
    const result = await commit.apply(this, given);
    await reachStep(step);
    return result;
  };
}

function begin(deps: Deps, transition: Transition): Promise<unknown> {
  switch (transition.kind) {
    case 'create':
      return openCreateCommissions(deps)([transition.approval]);
    case 'adjust':
      return applyAdjustment(deps)(transition.adjusted);
    case 'hold':
      return releaseTogether(deps, [transition.commissionId]);
    case 'cancel':
      return cancelCommission(deps)(transition.commissionId, { reason: 'x', isFraud: false });
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

async function die({ step, transitions, env }: Asked): Promise<void> {
  const config = readCommissionConfig(env);
  const log = openLog('commission', 'error');
  const mongo = await openMongo({ url: config.mongoUrl, database: databaseOf(config), log });
  const deps = await openDeps(config, { mongo, clock: systemClock, newId });
  stopBeforeWrites(mongo, step);
  const stopped = await Promise.all(
    transitions.map(
      (transition) =>
        new Promise<string[]>((resolve, reject) => {
          const stop = (): void => {
            resolve([transition.kind]);
          };
          runs.run({ count: 0, stop }, () => {
            begin(deps, transition).then(() => {
              resolve([]);
            }, reject);
          });
        }),
    ),
  );
  writeSync(1, JSON.stringify(stopped.flat()));
  process.kill(process.pid, 'SIGKILL');
}

await die(JSON.parse(process.argv[2] ?? '{}') as Asked);

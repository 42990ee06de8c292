import { type Mongo, openIsApplied, type Session } from '@tributary/mongo';
import { activityStore } from './activity-store.ts';
import { auditHeadStore } from './audit-head-store.ts';
import { auditStore } from './audit-store.ts';
import { brandReports } from './brand-reports.ts';
import { type Collections } from './collections.ts';
import { factStore } from './fact-store.ts';
import { type FigureReaders, type FigureWriter } from './figures-port.ts';
import { figuresStore } from './figures.ts';
import { impressionStore } from './impression-store.ts';
import { milestoneStore, totalStore } from './milestone-store.ts';
import { membershipStore } from './membership-store.ts';
import { nameStore } from './name-store.ts';
import { reportJobStore } from './report-job-store.ts';
import { rollupStore } from './rollup-store.ts';
import { scheduleStore } from './schedule-store.ts';
import { statusStore } from './status-store.ts';
import { sumWriter } from './sum-writer.ts';
import { SUMS_MIGRATION } from '../domain/sums-version.ts';

/** The stores of a transaction. */
export const storesOf = (collections: Collections, session?: Session) => ({
  facts: factStore(collections, session),
  impressions: impressionStore(collections, session),
  names: nameStore(collections, session),
  memberships: membershipStore(collections, session),
  rollups: rollupStore(collections, session),
  audit: auditStore(collections, session),
  auditHeads: auditHeadStore(collections, session),
  reports: reportJobStore(collections, session),
  milestones: milestoneStore(collections, session),
  schedules: scheduleStore(collections, session),
});

/** Where figures are stored: what reads them, and what writes them in a transaction. */
export interface FigureAdapter {
  readonly readers: FigureReaders;
  readonly writerOf: (session: Session | undefined) => FigureWriter;
  /** Closes days whose clicks are not to be read by the minute any more; absent where sums are always current. */
  readonly closeDays?: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The figures in MongoDB, beside all other data. @param areCounted whether the sums hold what this release reads */
export const mongoFigures = (
  mongo: Mongo,
  collections: Collections,
  areCounted = openIsApplied(mongo.connection, SUMS_MIGRATION),
): FigureAdapter => ({
  readers: {
    figures: figuresStore(mongo),
    activity: activityStore(collections),
    brandReports: brandReports({ collections, areCounted }),
    statuses: statusStore(collections),
    totals: totalStore(collections),
  },
  writerOf: (session) => sumWriter(collections, session),
  close: () => Promise.resolve(),
});

/** The stores of a transaction, with the writer of figures. */
export const scopeOf = (collections: Collections, adapter: FigureAdapter, session?: Session) => ({
  ...storesOf(collections, session),
  figureWriter: adapter.writerOf(session),
});

/** Reads by stores whose answers are those of one moment, for longer than a transaction may take. */
export type Snapshot = <T>(work: (stores: ReturnType<typeof storesOf>) => Promise<T>) => Promise<T>;

/** Binds the stores to snapshots, which the database keeps for five minutes. */
export const snapshotOf =
  ({ connection }: Pick<Mongo, 'connection'>, collections: Collections): Snapshot =>
  async (work) => {
    const session = connection.getClient().startSession({ snapshot: true });
    try {
      return await work(storesOf(collections, session));
    } finally {
      await session.endSession();
    }
  };

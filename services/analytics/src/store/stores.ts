import { type Mongo, type Session } from '@tributary/mongo';
import { activityStore } from './activity-store.ts';
import { auditHeadStore } from './audit-head-store.ts';
import { auditStore } from './audit-store.ts';
import { brandReports } from './brand-reports.ts';
import { clickMinuteStore } from './click-minute-store.ts';
import { type Collections } from './collections.ts';
import { factStore } from './fact-store.ts';
import { figuresStore } from './figures.ts';
import { impressionStore } from './impression-store.ts';
import { milestoneStore, totalStore } from './milestone-store.ts';
import { membershipStore } from './membership-store.ts';
import { nameStore } from './name-store.ts';
import { reportFileStore, reportJobStore } from './report-job-store.ts';
import { rollupStore } from './rollup-store.ts';
import { scheduleStore } from './schedule-store.ts';
import { statusStore } from './status-store.ts';

/** The stores of a transaction. */
export const storesOf = (collections: Collections, session?: Session) => ({
  clickMinutes: clickMinuteStore(collections, session),
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

/** The stores that reports read. */
export const readersOf = (mongo: Mongo, collections: Collections) => ({
  figures: figuresStore(mongo),
  activity: activityStore(collections),
  brandReports: brandReports(collections),
  statuses: statusStore(collections),
  totals: totalStore(collections),
  reportFiles: reportFileStore(collections),
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

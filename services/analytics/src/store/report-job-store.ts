import { type Session } from '@tributary/mongo';
import { MINUTE_MS } from '@tributary/units';
import {
  type Collections,
  type ReportJobDocument,
  type ReportPieceDocument,
} from './collections.ts';

const LEASE_MS = MINUTE_MS;
const MAX_ATTEMPTS = 3;

/** An affiliate's requested reports that are not written yet, without scheduled ones. */
const waitingLister =
  (reports: Collections['reports'], inSession: { session?: Session }) =>
  (affiliateId: string): Promise<ReportJobDocument[]> => {
    const status = { $in: ['queued' as const, 'running' as const] };
    return reports.find({ affiliateId, status, schedule: { $exists: false } }, inSession).toArray();
  };

/** Renews the lease of a report. False where another instance has claimed it since. */
const leaseRenewer =
  (reports: Collections['reports'], inSession: { session?: Session }) =>
  async (
    job: ReportJobDocument,
    now: Date,
    progress: { rowsDone?: number } = {},
  ): Promise<boolean> => {
    const { matchedCount } = await reports.updateOne(
      { _id: job._id, attempts: job.attempts, status: 'running' },
      { $set: { ...progress, leasedUntil: new Date(now.getTime() + LEASE_MS) } },
      inSession,
    );
    return matchedCount === 1;
  };

/** Returns a claimed report that was not written; the attempt does not count. */
const reportReleaser =
  (reports: Collections['reports'], inSession: { session?: Session }) =>
  async (job: ReportJobDocument, now: Date): Promise<void> => {
    await reports.updateOne(
      { _id: job._id, attempts: job.attempts, status: 'running' },
      { $set: { status: 'queued', leasedUntil: now, rowsDone: 0 }, $inc: { attempts: -1 } },
      inSession,
    );
  };

export const reportJobStore = ({ reports }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  const renew = leaseRenewer(reports, inSession);
  return {
    leaseMs: LEASE_MS,

    create: async (job: ReportJobDocument): Promise<void> => {
      // An undefined filter must not be saved as null.
      await reports.insertOne(job, { ...inSession, ignoreUndefined: true });
    },

    /** This affiliate's report. */
    find: (id: string, affiliateId: string) => reports.findOne({ _id: id, affiliateId }, inSession),

    findById: (id: string) => reports.findOne({ _id: id }, inSession),

    listWaiting: waitingLister(reports, inSession),

    /** Claims the oldest report without a writer; null where there is none. */
    claim: (now: Date) =>
      reports.findOneAndUpdate(
        {
          status: { $in: ['queued', 'running'] },
          leasedUntil: { $lte: now },
          attempts: { $lt: MAX_ATTEMPTS },
        },
        {
          $set: { status: 'running', leasedUntil: new Date(now.getTime() + LEASE_MS), rowsDone: 0 },
          $inc: { attempts: 1 },
        },
        { sort: { createdAt: 1 }, returnDocument: 'after', ...inSession },
      ),

    /** Saves the progress and renews the lease. False where another instance has claimed the report since. */
    progress: (job: ReportJobDocument, rowsDone: number, now: Date): Promise<boolean> =>
      renew(job, now, { rowsDone }),

    renew,

    release: reportReleaser(reports, inSession),

    /** Marks a report as ready. False where another attempt has claimed it since. */
    finish: async (job: ReportJobDocument): Promise<boolean> => {
      const { matchedCount } = await reports.updateOne(
        { _id: job._id, attempts: job.attempts, status: 'running' },
        { $set: { status: 'ready', rowsDone: job.rowCount } },
        inSession,
      );
      return matchedCount === 1;
    },

    /** Marks reports as failed whose last attempt did not finish within its lease. */
    abandon: async (now: Date): Promise<void> => {
      await reports.updateMany(
        { status: 'running', leasedUntil: { $lte: now }, attempts: { $gte: MAX_ATTEMPTS } },
        { $set: { status: 'failed' } },
        inSession,
      );
    },
  };
};

/** The pieces of reports' files. */
export const reportFileStore = ({ pieces }: Collections) => ({
  drop: async (reportId: string): Promise<void> => {
    await pieces.deleteMany({ reportId });
  },

  add: async (piece: Omit<ReportPieceDocument, '_id'>): Promise<void> => {
    const _id = [piece.reportId, piece.attempt, piece.index].join('/');
    await pieces.replaceOne({ _id }, piece, { upsert: true });
  },

  /** The pieces of the file that an attempt wrote, in order. */
  read: async function* (reportId: string, attempt: number): AsyncGenerator<Buffer> {
    // Pieces of earlier releases lack the field.
    const ofAttempt = { reportId, $or: [{ attempt }, { attempt: { $exists: false } }] };
    const cursor = pieces.find(ofAttempt, { promoteBuffers: true });
    for await (const { bytes } of cursor.sort({ index: 1 })) yield Buffer.from(bytes);
  },
});

import { dueDocuments } from '@tributary/work';
import { type AnyType } from '../domain/notification.ts';
import { LEASE_MS, type SendOutcome } from '../domain/send-attempt.ts';
import { type Collections, type NotificationDocument } from './collections.ts';

/** The outcome of a claimed notification. */
export interface OutcomeRecord {
  readonly row: NotificationDocument;
  readonly outcome: SendOutcome;
}

/** A secret e-mail is stored no longer than it waits. */
const withoutContent = { to: '', message: '', actionUrl: null } as const;

const isOver = ({ to }: NotificationDocument, status: SendOutcome['status']): boolean =>
  to !== undefined && status !== 'queued';

/** The notifications to send at their own time. */
const queue = ({ notifications }: Collections, now: () => Date) => ({
  ...dueDocuments(notifications, { leaseMs: LEASE_MS, now }),

  /** Saves outcomes, except those of notifications that another instance has claimed since. */
  saveOutcomes: async (records: readonly OutcomeRecord[]): Promise<void> => {
    if (records.length === 0) return;
    const updates = records.map(({ row, outcome: { reason, ...state } }) => ({
      updateOne: {
        filter: { _id: row._id, claim: row.claim },
        update: {
          $set: {
            ...state,
            claim: null,
            ...(reason === null ? {} : { 'metadata.reason': reason }),
            ...(isOver(row, state.status) ? withoutContent : {}),
          },
        },
      },
    }));
    await notifications.bulkWrite(updates, { ordered: false });
  },
});

/** The type lets MongoDB use the partial index. */
const equals = (digestId: string) => ({ $eq: digestId, $type: 'string' as const });

/** The notifications to send with a digest. */
const digested = ({ notifications }: Collections) => ({
  /** The queued notifications of a digest, oldest first. */
  listOfDigest: (digestId: string, limit: number): Promise<NotificationDocument[]> =>
    notifications
      .find({ digestId: equals(digestId), status: 'queued' })
      .sort({ createdAt: 1, _id: 1 })
      .limit(limit)
      .toArray(),

  /** Saves the outcome of a digest's queued notifications: of `ids`, or of all. */
  saveDigestOutcome: async (
    digestId: string,
    { status, sentAt, reason }: SendOutcome,
    ids?: readonly string[],
  ): Promise<void> => {
    const selection = ids === undefined ? {} : { _id: { $in: [...ids] } };
    const metadata = reason === null ? {} : { 'metadata.reason': reason };
    await notifications.updateMany(
      { ...selection, digestId: equals(digestId), status: 'queued' },
      { $set: { status, sentAt, ...metadata } },
    );
  },

  /** Suppresses a digest's queued notifications of some types. */
  suppressTypes: async (
    digestId: string,
    types: readonly AnyType[],
    reason: string,
  ): Promise<void> => {
    await notifications.updateMany(
      { digestId: equals(digestId), status: 'queued', type: { $in: [...types] } },
      { $set: { status: 'suppressed', 'metadata.reason': reason } },
    );
  },

  /** Moves a digest's queued notifications to another digest. */
  moveToDigest: async (
    fromId: string,
    to: { readonly digestId: string; readonly reason: string },
  ): Promise<void> => {
    await notifications.updateMany(
      { digestId: equals(fromId), status: 'queued' },
      { $set: { digestId: to.digestId, 'metadata.reason': to.reason } },
    );
  },
});

/** The notifications to send, over the same collection as the notification store. */
export const sendQueueStore = (collections: Collections, now: () => Date) => ({
  ...queue(collections, now),
  ...digested(collections),
});

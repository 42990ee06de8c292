import { notFound } from '@tributary/errors';
import { isDuplicateKey } from '@tributary/mongo';
import { type AfterSending } from '../domain/send-attempt.ts';
import { type FeedPlace, type Passed } from '../domain/stream-cursor.ts';
import { type AnyType } from '../domain/notification.ts';
import { type Collections, type NotificationRow } from './collections.ts';

export interface ListFilter {
  readonly unreadOnly: boolean;
  readonly type: AnyType | undefined;
}

/** What sending a claimed row came to. */
export interface SendRecord {
  readonly id: string;
  readonly after: AfterSending;
}

const missing = () =>
  notFound('notification_not_found', { message: 'Notification not found or already read' });

/** What was suppressed reached nobody, so nobody needs to read it. */
const unreadOverAny = (userId: string) => ({
  userId,
  readAt: null,
  removedAt: null,
  status: { $ne: 'suppressed' as const },
});

/** What went out over several channels is one thing to read. */
const unread = (userId: string) => ({ ...unreadOverAny(userId), isCopy: { $ne: true } });

/** What users see. */
const inbox = ({ notifications }: Collections) => ({
  /** Adds rows; those that are there already stay as they are. Answers how many were new. */
  addNew: async (rows: readonly NotificationRow[]): Promise<number> => {
    if (rows.length === 0) return 0;
    try {
      const { insertedCount } = await notifications.insertMany([...rows], { ordered: false });
      return insertedCount;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return (error as { insertedCount?: number }).insertedCount ?? 0;
    }
  },

  list: (
    userId: string,
    { unreadOnly, type }: ListFilter,
    page: { offset: number; limit: number },
  ): Promise<NotificationRow[]> =>
    notifications
      .find({
        ...(unreadOnly ? unread(userId) : { userId, removedAt: null }),
        ...(type === undefined ? {} : { type }),
      })
      .sort({ createdAt: -1, _id: -1 })
      .skip(page.offset)
      .limit(page.limit)
      .toArray(),

  countUnread: (userId: string): Promise<number> => notifications.countDocuments(unread(userId)),

  /** @throws not_found, also where it is somebody else's or read already */
  markRead: async (id: string, userId: string, now: Date): Promise<void> => {
    const { matchedCount } = await notifications.updateOne(
      { _id: id, userId, readAt: null, removedAt: null },
      { $set: { readAt: now } },
    );
    if (matchedCount === 0) throw missing();
  },

  /** Answers how many were unread. */
  markAllRead: async (userId: string, now: Date): Promise<number> => {
    const read = { $set: { readAt: now } };
    const { modifiedCount } = await notifications.updateMany(unread(userId), read);
    await notifications.updateMany(unreadOverAny(userId), read);
    return modifiedCount;
  },

  /** @throws not_found, also where it is somebody else's */
  remove: async (id: string, userId: string, now: Date): Promise<void> => {
    const { matchedCount } = await notifications.updateOne(
      { _id: id, userId, removedAt: null },
      { $set: { removedAt: now } },
    );
    if (matchedCount === 0)
      throw notFound('notification_not_found', { message: 'Notification not found' });
  },
});

/** What users are shown as it comes. */
const feed = ({ notifications }: Collections) => {
  const shown = { channel: 'in_app' as const, status: 'sent' as const };
  return {
    /** What a listener has not passed yet, the oldest first. */
    listArrived: (
      userId: string,
      { from, passed }: FeedPlace,
      limit: number,
    ): Promise<NotificationRow[]> =>
      notifications
        .find({
          ...shown,
          userId,
          removedAt: null,
          createdAt: { $gte: from },
          _id: { $nin: [...passed] },
        })
        .sort({ createdAt: 1, _id: 1 })
        .limit(limit)
        .toArray(),

    /** Those of these ids that are the user's, or all of his from a moment on; the oldest first. */
    listPassed: async (
      userId: string,
      which: { readonly ids: readonly string[] } | { readonly from: Date },
    ): Promise<Passed[]> => {
      const wanted =
        'ids' in which ? { _id: { $in: [...which.ids] } } : { createdAt: { $gte: which.from } };
      const rows = await notifications
        .find({ ...shown, userId, ...wanted })
        .sort({ createdAt: 1, _id: 1 })
        .project<Pick<NotificationRow, '_id' | 'createdAt'>>({ createdAt: 1 })
        .toArray();
      return rows.map(({ _id: id, createdAt }) => ({ id, createdAt }));
    },
  };
};

/** With the type, which says that the partial index holds them. */
const withId = (digestId: string) => ({ $eq: digestId, $type: 'string' as const });

/** What is to be sent. */
const queue = ({ notifications }: Collections) => ({
  /**
   * Takes rows that are due, for `claim` until `until`: if they are not recorded by then, they are
   * due again.
   */
  claimDue: async (
    limit: number,
    lease: { claim: string; until: Date },
    now: Date,
  ): Promise<NotificationRow[]> => {
    // The type says that the partial index holds them; without it all notifications are read.
    const due = { dueAt: { $lte: now, $type: 'date' as const } };
    const found = await notifications
      .find(due)
      .sort({ dueAt: 1 })
      .limit(limit)
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    if (found.length === 0) return [];
    const ids = found.map(({ _id }) => _id);
    const taken = { $set: { claim: lease.claim, dueAt: lease.until } };
    await notifications.updateMany({ _id: { $in: ids }, ...due }, taken);
    return notifications.find({ _id: { $in: ids }, claim: lease.claim }).toArray();
  },

  /** Makes claimed rows due again at once, for whoever looks next. */
  giveBack: async (claim: string, ids: readonly string[], now: Date): Promise<void> => {
    if (ids.length === 0) return;
    await notifications.updateMany(
      { _id: { $in: [...ids] }, claim },
      { $set: { dueAt: now, claim: null } },
    );
  },

  /** Saves what sending came to; rows that were claimed anew by another are left to that one. */
  saveSent: async (claim: string, records: readonly SendRecord[]): Promise<void> => {
    if (records.length === 0) return;
    const updates = records.map(({ id, after: { reason, ...state } }) => ({
      updateOne: {
        filter: { _id: id, claim },
        update: {
          $set: {
            ...state,
            claim: null,
            ...(reason === null ? {} : { 'metadata.reason': reason }),
          },
        },
      },
    }));
    await notifications.bulkWrite(updates, { ordered: false });
  },
});

/** What is collected. */
const collected = ({ notifications }: Collections) => ({
  /** The members of a digest that still wait. */
  listOfDigest: (digestId: string, limit: number): Promise<NotificationRow[]> =>
    notifications
      .find({ digestId: withId(digestId), status: 'queued' })
      .sort({ createdAt: 1, _id: 1 })
      .limit(limit)
      .toArray(),

  /** Ends the waiting members of a digest: these of them, or all. */
  saveDigested: async (
    digestId: string,
    { status, sentAt, reason }: AfterSending,
    ids?: readonly string[],
  ): Promise<void> => {
    const which = ids === undefined ? {} : { _id: { $in: [...ids] } };
    const why = reason === null ? {} : { 'metadata.reason': reason };
    await notifications.updateMany(
      { ...which, digestId: withId(digestId), status: 'queued' },
      { $set: { status, sentAt, ...why } },
    );
  },

  /** Moves the waiting members of a digest into another one. */
  moveDigested: async (
    fromId: string,
    to: { readonly digestId: string; readonly reason: string },
  ): Promise<void> => {
    await notifications.updateMany(
      { digestId: withId(fromId), status: 'queued' },
      { $set: { digestId: to.digestId, 'metadata.reason': to.reason } },
    );
  },
});

export const notificationStore = (collections: Collections) => ({
  ...inbox(collections),
  ...feed(collections),
  ...queue(collections),
  ...collected(collections),
});

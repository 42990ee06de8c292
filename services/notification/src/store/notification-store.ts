import { notFound } from '@tributary/errors';
import { isDuplicateKey } from '@tributary/mongo';
import { type AnyType, type Category, typesOf } from '../domain/notification.ts';
import { type StreamedNotification, type StreamPosition } from '../domain/stream-cursor.ts';
import { type Collections, type NotificationDocument } from './collections.ts';

export interface ListFilter {
  readonly unreadOnly: boolean;
  readonly type: AnyType | undefined;
  readonly category?: Category | undefined;
}

/** The types that a filter selects; all where it names none. */
function selectedTypes({ type, category }: Omit<ListFilter, 'unreadOnly'>) {
  const ofCategory = category === undefined ? undefined : typesOf([category]);
  if (type === undefined) return ofCategory === undefined ? {} : { type: { $in: ofCategory } };
  return { type: ofCategory === undefined || ofCategory.includes(type) ? type : { $in: [] } };
}

/** A suppressed notification reached nobody, so it does not count as unread. */
const unreadOnAnyChannel = (userId: string) => ({
  userId,
  readAt: null,
  removedAt: null,
  status: { $ne: 'suppressed' as const },
});

/** A notice over several channels counts once. */
const unread = (userId: string) => ({ ...unreadOnAnyChannel(userId), isCopy: { $ne: true } });

/** What a user sees, and how much of it is unread. */
const lists = ({ notifications }: Collections) => ({
  /** Newest first. */
  list: (
    userId: string,
    { unreadOnly, ...selection }: ListFilter,
    page: { offset: number; limit: number },
  ): Promise<NotificationDocument[]> =>
    notifications
      .find({
        ...(unreadOnly ? unread(userId) : { userId, removedAt: null }),
        ...selectedTypes(selection),
      })
      .sort({ createdAt: -1, _id: -1 })
      .skip(page.offset)
      .limit(page.limit)
      .toArray(),

  /** Of one category, or of all. */
  countUnread: (userId: string, category?: Category): Promise<number> =>
    notifications.countDocuments({
      ...unread(userId),
      ...selectedTypes({ type: undefined, category }),
    }),
});

/** The notifications of a user, and what the user does with them. */
const inbox = ({ notifications }: Collections) => ({
  /** Inserts notifications; existing notifications stay unchanged. */
  insertNew: async (rows: readonly NotificationDocument[]): Promise<void> => {
    if (rows.length === 0) return;
    try {
      await notifications.insertMany([...rows], { ordered: false });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  },

  /** @throws not_found, also for another user's notification and for one that is already read */
  markRead: async (id: string, userId: string, now: Date): Promise<void> => {
    const { matchedCount } = await notifications.updateOne(
      { _id: id, userId, readAt: null, removedAt: null },
      { $set: { readAt: now } },
    );
    if (matchedCount > 0) return;
    throw notFound('notification_not_found', { message: 'Notification not found or already read' });
  },

  /** Returns the number of notifications that were unread. */
  markAllRead: async (userId: string, now: Date): Promise<number> => {
    const read = { $set: { readAt: now } };
    const { modifiedCount } = await notifications.updateMany(unread(userId), read);
    await notifications.updateMany(unreadOnAnyChannel(userId), read);
    return modifiedCount;
  },

  /** @throws not_found, also for another user's notification */
  delete: async (id: string, userId: string, now: Date): Promise<void> => {
    const { matchedCount } = await notifications.updateOne(
      { _id: id, userId, removedAt: null },
      { $set: { removedAt: now } },
    );
    if (matchedCount > 0) return;
    throw notFound('notification_not_found', { message: 'Notification not found' });
  },
});

/** The notifications that a stream sends. */
const stream = ({ notifications }: Collections) => {
  const streamed = { channel: 'in_app' as const, status: 'sent' as const };
  return {
    /** The notifications after a stream's position, oldest first. */
    listAfter: (
      userId: string,
      { from, sentIds }: StreamPosition,
      limit: number,
    ): Promise<NotificationDocument[]> =>
      notifications
        .find({
          ...streamed,
          userId,
          removedAt: null,
          createdAt: { $gte: from },
          _id: { $nin: [...sentIds] },
        })
        .sort({ createdAt: 1, _id: 1 })
        .limit(limit)
        .toArray(),

    /** The user's notifications among `ids`, or all since `from`; oldest first. */
    listStreamed: async (
      userId: string,
      selection: { readonly ids: readonly string[] } | { readonly from: Date },
    ): Promise<StreamedNotification[]> => {
      const filter =
        'ids' in selection
          ? { _id: { $in: [...selection.ids] } }
          : { createdAt: { $gte: selection.from } };
      const rows = await notifications
        .find({ ...streamed, userId, ...filter })
        .sort({ createdAt: 1, _id: 1 })
        .project<Pick<NotificationDocument, '_id' | 'createdAt'>>({ createdAt: 1 })
        .toArray();
      return rows.map(({ _id: id, createdAt }) => ({ id, createdAt }));
    },
  };
};

const single = ({ notifications }: Collections) => ({
  /** @throws not_found, also for another user's notification */
  get: async (id: string, userId: string): Promise<NotificationDocument> => {
    const found = await notifications.findOne({ _id: id, userId, removedAt: null });
    if (found !== null) return found;
    throw notFound('notification_not_found', { message: 'Notification not found' });
  },
});

export const notificationStore = (collections: Collections) => ({
  ...lists(collections),
  ...single(collections),
  ...inbox(collections),
  ...stream(collections),
});

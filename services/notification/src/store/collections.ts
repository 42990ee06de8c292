import type mongoose from 'mongoose';
import { type Role } from '@tributary/contracts';
import { type CollectionSpec, databaseOf } from '@tributary/mongo';
import { type Preferences } from '../domain/preferences.ts';
import { type AnyType, type Channel, type Priority, type Status } from '../domain/notification.ts';

/** One notice to one user over one channel. Shard key: userId. Retention: 180 days. */
export interface NotificationRow {
  /** Derived from event, user, type and channel, so that a repeated event adds no second notification. */
  readonly _id: string;
  readonly userId: string;
  readonly type: AnyType;
  readonly channel: Channel;
  readonly title: string;
  readonly message: string;
  readonly priority: Priority;
  readonly status: Status;
  readonly actionUrl: string | null;
  readonly actionLabel: string | null;
  readonly entityType: string | null;
  readonly entityId: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /**
   * True for all but one channel of a notice, so that the notice counts once as unread. Documents of
   * earlier releases lack the field.
   */
  readonly isCopy?: boolean;
  readonly readAt: Date | null;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  /** Deleted by the user. The document stays, so that a repeated event does not restore it. */
  readonly removedAt: Date | null;
  /** The send time; while the notification is claimed, the end of the lease. */
  readonly dueAt: Date | null;
  readonly attempts: number;
  /** The id of the claim; null where no instance has claimed it. */
  readonly claim: string | null;
  /** The digest that includes it. */
  readonly digestId: string | null;
  readonly correlationId: string;
  readonly expiresAt: Date;
}

/** One digest of one user. Shard key: userId. Retention: 30 days after its time. */
export interface DigestRow {
  /** `<userId> <channel> <time>` */
  readonly _id: string;
  readonly userId: string;
  /**
   * The first time from 08:00 on that is outside quiet hours; `dueAt` is shortly after. Documents of
   * earlier releases lack the field.
   */
  readonly at?: Date;
  readonly status: 'queued' | 'sent' | 'failed' | 'suppressed';
  readonly dueAt: Date | null;
  readonly attempts: number;
  readonly claim: string | null;
  readonly expiresAt: Date;
}

/** Shard key: _id, the user's id. Retention: as long as the account. */
export interface PreferencesRow extends Preferences {
  readonly _id: string;
}

/** A user's addresses: a copy from identity. Shard key: _id, the user's id. */
export interface ContactRow {
  readonly _id: string;
  readonly role: Role;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  /** The addresses that bounced. */
  readonly bouncedEmail?: string | null;
  readonly bouncedPhone?: string | null;
  /** When a guest's contact is deleted. */
  readonly expiresAt?: Date;
  /** The id of the event it comes from. Ids ascend, so an older event changes nothing. */
  readonly version: string;
}

/** A browser's push subscription. Shard key: endpoint. Retention: until the browser unsubscribes. */
export interface PushSubscriptionRow {
  readonly _id: string;
  readonly userId: string;
  /** The push service's URL for the browser. It is secret: anyone who has it can send to the browser. */
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly createdAt: Date;
}

/** An affiliate's membership in a campaign: a copy from campaign. Shard key: campaignId. */
export interface MemberRow {
  /** `<campaignId> <affiliateId>` */
  readonly _id: string;
  readonly campaignId: string;
  readonly affiliateId: string;
  readonly campaignName: string;
  readonly active: boolean;
  readonly version: string;
}

export const specs: readonly CollectionSpec[] = [
  {
    name: 'notifications',
    indexes: [
      { key: { userId: 1, createdAt: -1, _id: -1 }, name: 'list' },
      {
        key: { userId: 1, createdAt: -1, _id: -1, status: 1, isCopy: 1 },
        name: 'unread',
        partialFilterExpression: { readAt: null, removedAt: null },
      },
      {
        key: { dueAt: 1 },
        name: 'due',
        partialFilterExpression: { dueAt: { $type: 'date' } },
      },
      {
        key: { digestId: 1 },
        name: 'digest',
        partialFilterExpression: { digestId: { $type: 'string' } },
      },
      { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
    ],
  },
  {
    name: 'digests',
    indexes: [
      { key: { dueAt: 1 }, name: 'due', partialFilterExpression: { dueAt: { $type: 'date' } } },
      { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
    ],
  },
  { name: 'preferences', indexes: [] },
  {
    name: 'contacts',
    indexes: [{ key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 }],
  },
  {
    name: 'push_subscriptions',
    indexes: [
      { key: { endpoint: 1 }, name: 'endpoint', unique: true },
      { key: { userId: 1, createdAt: -1 }, name: 'user' },
    ],
  },
  {
    name: 'members',
    indexes: [
      {
        key: { campaignId: 1, affiliateId: 1 },
        name: 'active',
        partialFilterExpression: { active: true },
      },
    ],
  },
];

/** Typed handles of the collections. */
export const collectionsOf = (connection: mongoose.Connection) => {
  const db = databaseOf(connection);
  return {
    notifications: db.collection<NotificationRow>('notifications'),
    digests: db.collection<DigestRow>('digests'),
    preferences: db.collection<PreferencesRow>('preferences'),
    contacts: db.collection<ContactRow>('contacts'),
    pushSubscriptions: db.collection<PushSubscriptionRow>('push_subscriptions'),
    members: db.collection<MemberRow>('members'),
  };
};
export type Collections = ReturnType<typeof collectionsOf>;

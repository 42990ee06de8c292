import type mongoose from 'mongoose';
import { type Role } from '@tributary/contracts';
import { type CollectionSpec, databaseOf } from '@tributary/mongo';
import { type Preferences } from '../domain/preferences.ts';
import { type AnyType, type Channel, type Priority, type Status } from '../domain/notification.ts';

/**
 * One notice to one user over one channel: what the user sees, and while it is queued the work
 * itself. Shard key: userId. Kept for 180 days.
 */
export interface NotificationRow {
  /** Made of event, user, type and channel, so that an event that comes twice tells nothing twice. */
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
   * Tells over a further channel what another one tells already, so that nobody has two to read. What
   * an earlier release made does not say.
   */
  readonly isCopy?: boolean;
  readonly readAt: Date | null;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  /** Removed by the user; the row stays, so that its event cannot bring it back. */
  readonly removedAt: Date | null;
  /** When it is to be sent, or, while somebody is at it, when that one must have died. */
  readonly dueAt: Date | null;
  readonly attempts: number;
  /** Who is sending it. */
  readonly claim: string | null;
  /** The digest it goes into. */
  readonly digestId: string | null;
  readonly correlationId: string;
  readonly expiresAt: Date;
}

/** One digest of one user. Shard key: userId. Kept for 30 days after its moment. */
export interface DigestRow {
  /** `<userId> <channel> <moment>` */
  readonly _id: string;
  readonly userId: string;
  /**
   * The first undisturbed moment from eight o'clock on; it is due a little later. What an earlier
   * release made has none.
   */
  readonly at?: Date;
  readonly status: 'queued' | 'sent' | 'failed' | 'suppressed';
  readonly dueAt: Date | null;
  readonly attempts: number;
  readonly claim: string | null;
  readonly expiresAt: Date;
}

/** Shard key: _id, the user's id. Kept as long as the account. */
export interface PreferencesRow extends Preferences {
  readonly _id: string;
}

/** Where to reach a user: a copy of identity's. Shard key: _id, the user's id. */
export interface ContactRow {
  readonly _id: string;
  readonly role: Role;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  /** Addresses that messages were refused for, for good. */
  readonly bouncedEmail?: string | null;
  readonly bouncedPhone?: string | null;
  /** When an address that is no account's is forgotten. */
  readonly expiresAt?: Date;
  /** The id of the event it is from; ids grow, so an older event changes nothing. */
  readonly version: string;
}

/** A browser that is sent push messages. Shard key: endpoint. Kept until it is gone. */
export interface PushSubscriptionRow {
  readonly _id: string;
  readonly userId: string;
  /** Where its push service takes messages for it; whoever has it can send to the browser. */
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly createdAt: Date;
}

/** Who is in which campaign: a copy of campaign's. Shard key: campaignId. */
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

/** The collections as typed handles. */
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

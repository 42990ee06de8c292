import { type AccountLinkPurpose, type Role } from '@tributary/contracts';
import { type CollectionsOf, defineCollection, erasures } from '@tributary/mongo';
import { type Preferences } from '../domain/preferences.ts';
import { type AnyType, type Channel, type Priority, type Status } from '../domain/notification.ts';

/** One notice to one user over one channel. Deleted after 180 days. */
export interface NotificationDocument {
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
  /** The locale of its texts; documents of earlier releases lack the field. */
  readonly locale?: string;
  /** The address of a secret e-mail, until it is sent; absent from all others. */
  readonly to?: string;
  /** Of an account link; absent from all others and from documents of earlier releases. */
  readonly linkPurpose?: AccountLinkPurpose;
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
  /** Of the event, whose trace is kept; sending is part of that trace. */
  readonly traceparent?: string;
  readonly expiresAt: Date;
}

/** One digest of one user. Deleted 30 days after its time. */
export interface DigestDocument {
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

/** The notification settings that a user has set; `_id` is the user. */
export interface PreferencesDocument extends Preferences {
  readonly _id: string;
}

/** A user's addresses: a copy from identity; `_id` is the user. */
export interface ContactDocument {
  readonly _id: string;
  readonly role: Role;
  readonly name: string;
  readonly email: string;
  /** Whether the owner has proved the address; documents of earlier releases lack the field. */
  readonly emailVerified?: boolean;
  readonly phone: string | null;
  /** The locale of the registration; absent where it is not known. */
  readonly locale?: string;
  /** Absent in contacts that were stored before accounts could be suspended here, and of guests. */
  readonly isSuspended?: boolean;
  /** The addresses that bounced. */
  readonly bouncedEmail?: string | null;
  readonly bouncedPhone?: string | null;
  /** When a guest's contact is deleted. */
  readonly expiresAt?: Date;
  /** The id of the event it comes from. Ids ascend, so an older event changes nothing. */
  readonly version: string;
}

/** A browser's push subscription. */
export interface PushSubscriptionDocument {
  readonly _id: string;
  readonly userId: string;
  /** The person whose browser it is; absent of subscriptions that are older than this field. */
  readonly memberId?: string;
  /** The push service's URL for the browser. It is secret: anyone who has it can send to the browser. */
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly createdAt: Date;
}

/** An affiliate's membership in a campaign: a copy from campaign. */
export interface MemberDocument {
  /** `<campaignId> <affiliateId>` */
  readonly _id: string;
  readonly campaignId: string;
  readonly affiliateId: string;
  readonly campaignName: string;
  readonly active: boolean;
  readonly version: string;
}

/** A person's place in another account: a copy from identity; `_id` is `<accountId> <memberId>`. */
export interface TeamMemberDocument {
  readonly _id: string;
  readonly active: boolean;
  readonly version: string;
}

const notifications = defineCollection<NotificationDocument>({
  name: 'notifications',
  shardKey: { userId: 'hashed' },
  retention: { field: 'expiresAt', seconds: 0, indexName: 'expiry' },
  personal: [
    {
      of: 'account',
      fields: ['title', 'message', 'to', 'metadata'],
      by: ['userId'],
      erased: 'deleted',
    },
    {
      of: 'account',
      fields: ['title', 'message', 'metadata'],
      erased: { kept: 'notices to others that name the account, 180 days' },
    },
  ],
  exports: {
    by: ['userId'],
    fields: ['type', 'channel', 'title', 'message', 'status', 'createdAt', 'sentAt', 'readAt'],
  },
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
  ],
});

const digests = defineCollection<DigestDocument>({
  name: 'digests',
  shardKey: { userId: 'hashed' },
  retention: { field: 'expiresAt', seconds: 0, indexName: 'expiry' },
  personal: 'none',
  indexes: [
    { key: { dueAt: 1 }, name: 'due', partialFilterExpression: { dueAt: { $type: 'date' } } },
  ],
});

const preferences = defineCollection<PreferencesDocument>({
  name: 'preferences',
  shardKey: { _id: 'hashed' },
  retention: { until: 'the account is erased' },
  personal: [
    { of: 'account', fields: ['quietHoursTimezone', 'locale'], by: ['_id'], erased: 'deleted' },
  ],
  exports: {
    by: ['_id'],
    fields: [
      'locale',
      'categoryChannels',
      'emailEnabled',
      'emailFrequency',
      'pushEnabled',
      'smsEnabled',
      'inAppEnabled',
      'quietHoursEnabled',
      'quietHoursStart',
      'quietHoursEnd',
      'quietHoursTimezone',
      'dndEnabled',
      'dndStart',
      'dndEnd',
    ],
  },
});

const contacts = defineCollection<ContactDocument>({
  name: 'contacts',
  shardKey: { _id: 'hashed' },
  retention: { field: 'expiresAt', seconds: 0, indexName: 'expiry' },
  personal: [
    {
      of: 'account',
      fields: ['name', 'email', 'phone', 'locale', 'bouncedEmail', 'bouncedPhone'],
      by: ['_id'],
      erased: 'deleted',
    },
  ],
});

const pushSubscriptions = defineCollection<PushSubscriptionDocument>({
  name: 'push_subscriptions',
  shardKey: { endpoint: 'hashed' },
  retention: { until: 'the browser unsubscribes' },
  personal: [
    {
      of: 'account',
      fields: ['endpoint', 'p256dh', 'auth'],
      by: ['userId', 'memberId'],
      erased: 'deleted',
    },
  ],
  exports: { by: ['userId'], fields: ['createdAt'] },
  indexes: [
    { key: { endpoint: 1 }, name: 'endpoint', unique: true },
    { key: { userId: 1, createdAt: -1 }, name: 'user' },
    { key: { memberId: 1 }, name: 'member', sparse: true },
  ],
});

const members = defineCollection<MemberDocument>({
  name: 'members',
  shardKey: { campaignId: 'hashed' },
  retention: 'permanent',
  personal: 'none',
  indexes: [
    {
      key: { campaignId: 1, affiliateId: 1 },
      name: 'active',
      partialFilterExpression: { active: true },
    },
  ],
});

const teamMembers = defineCollection<TeamMemberDocument>({
  name: 'team_members',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: 'none',
});

export const collections = {
  notifications,
  digests,
  preferences,
  contacts,
  pushSubscriptions,
  members,
  teamMembers,
  erasures,
};
export type Collections = CollectionsOf<typeof collections>;

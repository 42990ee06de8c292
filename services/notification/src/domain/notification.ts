import { type Role } from '@tributary/contracts';

/** The notification types of the contract. */
export const notificationTypes = [
  'commission_earned',
  'commission_approved',
  'commission_denied',
  'payout_processed',
  'campaign_created',
  'campaign_launched',
  'campaign_ended',
  'campaign_updated',
  'application_approved',
  'application_rejected',
  'security_alert',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** Those that are an affiliate's alone: who earns nothing is told nothing of earnings. */
const affiliateTypes: readonly NotificationType[] = [
  'commission_earned',
  'commission_approved',
  'commission_denied',
];

/** Whether there is such a type for people of this role. */
export const isTypeOf = (type: NotificationType, role: Role): boolean =>
  role === 'affiliate' || !affiliateTypes.includes(type);

/** The type of what a user sends to himself to try a channel out. */
export const TEST_TYPE = 'test';
/** The type of what a user is told when messages over a channel cannot reach him. */
export const CHANNEL_TYPE = 'channel_switched_off' as const;
/** Types of the system's own, besides those of the contract. */
export const systemTypes = [
  TEST_TYPE,
  'campaign_invitation',
  'scheduled_report',
  CHANNEL_TYPE,
  'webhook_failing',
  'webhook_switched_off',
] as const;
export type AnyType = NotificationType | (typeof systemTypes)[number];

export const channels = ['email', 'push', 'sms', 'in_app'] as const;
export type Channel = (typeof channels)[number];

export const priorities = ['low', 'normal', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];

export const statuses = ['queued', 'sent', 'failed', 'suppressed'] as const;
export type Status = (typeof statuses)[number];

export type Category =
  | 'system'
  | 'campaign'
  | 'commission'
  | 'payout'
  | 'application'
  | 'security'
  | 'call_tracking'
  | 'billing'
  | 'general';

const categories: Readonly<Record<AnyType, Category>> = {
  commission_earned: 'commission',
  commission_approved: 'commission',
  commission_denied: 'commission',
  payout_processed: 'payout',
  campaign_created: 'campaign',
  campaign_launched: 'campaign',
  campaign_ended: 'campaign',
  campaign_updated: 'campaign',
  application_approved: 'application',
  application_rejected: 'application',
  security_alert: 'security',
  test: 'system',
  campaign_invitation: 'campaign',
  scheduled_report: 'general',
  channel_switched_off: 'system',
  webhook_failing: 'system',
  webhook_switched_off: 'system',
};

export const categoryOf = (type: AnyType): Category => categories[type];

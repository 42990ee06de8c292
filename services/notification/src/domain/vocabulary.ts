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

/** The type of what a user sends to himself to try a channel out. */
export const TEST_TYPE = 'test';
export type AnyType = NotificationType | typeof TEST_TYPE;

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
};

export const categoryOf = (type: AnyType): Category => categories[type];

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

/** Types that only affiliates receive, because only affiliates earn commissions. */
const affiliateTypes: readonly NotificationType[] = [
  'commission_earned',
  'commission_approved',
  'commission_denied',
];

/** Whether users of this role receive notifications of this type. */
export const isTypeForRole = (type: NotificationType, role: Role): boolean =>
  role === 'affiliate' || !affiliateTypes.includes(type);

/** A notification that users send to themselves to test a channel. */
export const TEST_TYPE = 'test';
/** The notification that a channel is off because the user’s address is invalid. */
export const CHANNEL_SWITCHED_OFF_TYPE = 'channel_switched_off' as const;
/** Types that the public contract does not name. */
export const systemTypes = [
  TEST_TYPE,
  'account_link',
  'campaign_invitation',
  'team_invitation',
  'scheduled_report',
  'attribution_changed',
  CHANNEL_SWITCHED_OFF_TYPE,
  'webhook_failing',
  'webhook_switched_off',
  'tracking_alarm',
  'tracking_alarm_ended',
  'claim_received',
  'claim_decided',
] as const;
export type AnyType = NotificationType | (typeof systemTypes)[number];

export const channels = ['email', 'push', 'sms', 'in_app'] as const;
export type Channel = (typeof channels)[number];

export const priorities = ['low', 'normal', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];

export const statuses = ['queued', 'sent', 'failed', 'suppressed'] as const;
export type Status = (typeof statuses)[number];

/** The categories of the contract, and those of types that the contract does not name. */
export const categories = [
  'system',
  'campaign',
  'commission',
  'payout',
  'application',
  'security',
  'call_tracking',
  'billing',
  'general',
  'webhook',
  'report',
] as const;
export type Category = (typeof categories)[number];

/** The categories whose channels users may switch off: all but security. */
export type SwitchableCategory = Exclude<Category, 'security'>;
export const switchableCategories = categories.filter(
  (one): one is SwitchableCategory => one !== 'security',
);

const categoryOfType: Readonly<Record<AnyType, Category>> = {
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
  account_link: 'security',
  campaign_invitation: 'campaign',
  team_invitation: 'security',
  scheduled_report: 'report',
  attribution_changed: 'commission',
  channel_switched_off: 'system',
  webhook_failing: 'webhook',
  webhook_switched_off: 'webhook',
  tracking_alarm: 'campaign',
  tracking_alarm_ended: 'campaign',
  claim_received: 'commission',
  claim_decided: 'commission',
};

export const categoryOf = (type: AnyType): Category => categoryOfType[type];

/** The types of some categories. Lists select by it, because older notifications name other categories. */
export const typesOf = (selected: readonly Category[]): AnyType[] =>
  (Object.keys(categoryOfType) as AnyType[]).filter((type) => selected.includes(categoryOf(type)));

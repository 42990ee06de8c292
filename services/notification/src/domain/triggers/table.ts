import { accountTriggers } from './accounts.ts';
import { campaignTriggers } from './campaigns.ts';
import { claimTriggers } from './claims.ts';
import { commissionTriggers } from './commissions.ts';
import { conversionTriggers } from './conversions.ts';
import { payoutTriggers } from './payouts.ts';
import { reportTriggers } from './reports.ts';
import { teamTriggers } from './teams.ts';
import { trackingTriggers } from './tracking.ts';
import { type Trigger } from './trigger.ts';
import { webhookTriggers } from './webhooks.ts';

/** Every public event, and the internal ones that notify somebody, with the notices that they trigger. */
export const triggers: readonly Trigger[] = [
  ...accountTriggers,
  ...teamTriggers,
  ...campaignTriggers,
  ...conversionTriggers,
  ...claimTriggers,
  ...commissionTriggers,
  ...payoutTriggers,
  ...reportTriggers,
  ...trackingTriggers,
  ...webhookTriggers,
];

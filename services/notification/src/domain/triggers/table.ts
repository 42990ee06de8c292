import { campaignTriggers } from './campaigns.ts';
import { figureTriggers } from './figures.ts';
import { moneyTriggers } from './money.ts';
import { peopleTriggers } from './people.ts';
import { webhookTriggers } from './webhooks.ts';
import { type Trigger } from './trigger.ts';

/** Every event of the system and who is told what of it, in one table. */
export const triggers: readonly Trigger[] = [
  ...peopleTriggers,
  ...campaignTriggers,
  ...moneyTriggers,
  ...webhookTriggers,
  ...figureTriggers,
];

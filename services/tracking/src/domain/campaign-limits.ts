import { type CampaignSnapshot, isLimited } from '@tributary/contracts';

/** Whether conversions of this campaign are counted before they are stored. */
export const hasConversionLimits = ({ caps, budget }: CampaignSnapshot): boolean =>
  isLimited(caps?.conversions) || hasMoneyLimits({ caps, budget });

/** The start of a period of periodsAt; the total begins with the epoch. */
export const startOfPeriod = (period: string): Date =>
  period === 't' ? new Date(0) : new Date(period.slice(1));

/** Whether a limit concerns the conversions' commission. */
export const hasMoneyLimits = ({ caps, budget }: Pick<CampaignSnapshot, 'caps' | 'budget'>) =>
  isLimited(caps?.commissionMinor) ||
  (budget !== undefined && (budget.totalMinor !== null || budget.dailyMinor !== null));

import { type CampaignSnapshot, isLimited } from '@tributary/contracts';

export { isLimited, periodsAt, type Span, spans } from '@tributary/contracts';

/** Whether conversions of this campaign have to be counted before they are stored. */
export const hasConversionLimits = ({ caps, budget }: CampaignSnapshot): boolean =>
  isLimited(caps?.conversions) || hasMoneyLimits({ caps, budget });

/** When a period of periodsAt began; all time began with the epoch. */
export const beginOf = (period: string): Date =>
  period === 't' ? new Date(0) : new Date(period.slice(1));

/** Whether it matters what a conversion earns. */
export const hasMoneyLimits = ({ caps, budget }: Pick<CampaignSnapshot, 'caps' | 'budget'>) =>
  isLimited(caps?.commissionMinor) ||
  (budget !== undefined && (budget.totalMinor !== null || budget.dailyMinor !== null));

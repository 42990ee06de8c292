import { DAY_MS } from '@tributary/units';
import { type CampaignLimits, type CampaignSnapshot } from './campaign.ts';

/** The periods that a campaign limits. */
export type Span = keyof CampaignLimits;
export const spans = ['daily', 'weekly', 'monthly', 'total'] as const satisfies readonly Span[];

/** The keys of the UTC day, week (from Monday) and month of a moment, and of all time. */
export function periodsAt(moment: Date): Readonly<Record<Span, string>> {
  const day = moment.toISOString().slice(0, 10);
  const sinceMonday = (moment.getUTCDay() + 6) % 7;
  const monday = new Date(moment.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10);
  return { daily: `d${day}`, weekly: `w${monday}`, monthly: `m${day.slice(0, 7)}`, total: 't' };
}

export const isLimited = (limits: CampaignLimits | undefined): limits is CampaignLimits =>
  limits !== undefined && spans.some((span) => limits[span] !== null);

/** A campaign's budget as spending limits. */
export const budgetLimits = ({ budget }: Pick<CampaignSnapshot, 'budget'>): CampaignLimits => ({
  daily: budget?.dailyMinor ?? null,
  weekly: null,
  monthly: null,
  total: budget?.totalMinor ?? null,
});

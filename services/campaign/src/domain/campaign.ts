import {
  type AttributionSettings,
  campaignActivated,
  campaignCreated,
  campaignEnded,
  campaignPaused,
  type CampaignSnapshot,
  type CampaignStatus,
  campaignUpdated,
  type campaignTypes,
  type DomainEvent,
} from '@tributary/contracts';
import { conflict } from '@tributary/errors';

export type CampaignType = (typeof campaignTypes)[number];
export type ApprovalMode = 'auto' | 'manual' | 'invite_only';

/** Limits per UTC day, week (from Monday), month and in total; null is no limit. */
export type Limits = Readonly<Record<'daily' | 'weekly' | 'monthly' | 'total', number | null>>;

/** Criteria of automatic approval; amounts in the campaign's currency. */
export interface Criteria {
  readonly minLifetimeEarningsMinor: number | null;
  /** Conversions by unique clicks, 0 to 1. */
  readonly minConversionRate: number | null;
  readonly minActiveCampaigns: number | null;
  readonly verifiedRequired: boolean;
  readonly requiredChannels: readonly string[];
  readonly excludedCountries: readonly string[];
}

export interface CallSettings {
  readonly payoutType: 'per_call' | 'per_minute';
  readonly payoutMinor: number;
  readonly minDurationSeconds: number;
  readonly recordingEnabled: boolean;
  readonly whisperMessage: string | null;
}

/** The fields of a campaign that its brand sets. Amounts are minor units of the commission's currency. */
export interface CampaignFields {
  readonly name: string;
  readonly description: string;
  readonly type: CampaignType;
  readonly landingPageUrl: string;
  readonly commission: {
    readonly type: 'percentage' | 'fixed';
    /** Decimal text: percent, or major units of the currency. */
    readonly value: string;
    readonly currency: string;
    readonly holdDays: number;
    /** 0 pays the first sale only, null for the customer's lifetime. */
    readonly recurringMonths: number | null;
  };
  readonly caps: {
    readonly clicks: Limits;
    readonly conversions: Limits;
    readonly commissionMinor: Limits;
  };
  readonly budget: { readonly totalMinor: number | null; readonly dailyMinor: number | null };
  readonly approval: { readonly mode: ApprovalMode; readonly criteria: Criteria };
  readonly targeting: {
    readonly countries: readonly string[];
    readonly languages: readonly string[];
    readonly excludedKeywords: readonly string[];
    readonly excludedCategories: readonly string[];
    readonly devices: readonly string[];
  };
  readonly call: CallSettings | null;
  readonly attribution: AttributionSettings;
  readonly pixelEnabled: boolean;
  /** What counts where a call states no consent; absent in older campaigns, which is granted. */
  readonly consentDefault?: 'granted' | 'denied';
  /** Percent of visitors whose orders are credited to nobody; absent in older campaigns, which have none. */
  readonly holdoutPercent?: number;
  /** Open to invited affiliates and to affiliates whose commission tier includes exclusive campaigns. */
  readonly isExclusive?: boolean;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

export interface Campaign extends CampaignFields {
  readonly id: string;
  readonly brandId: string;
  readonly brandName: string;
  /** The brand's own choice; see `shownStatusOf`. */
  readonly status: CampaignStatus;
  /** Absent until the brand's account is suspended for the first time. */
  readonly isBrandSuspended?: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A campaign's new state and its events. */
export interface CampaignDecision {
  readonly campaign: Campaign;
  readonly events: readonly DomainEvent[];
}

/** The status changes that a brand may make; the same status is always allowed. */
export const statusMoves: Readonly<Record<CampaignStatus, readonly CampaignStatus[]>> = {
  draft: ['active', 'archived'],
  active: ['paused', 'completed', 'archived'],
  paused: ['active', 'completed', 'archived'],
  completed: ['archived'],
  archived: [],
};

const statusEvents = {
  draft: campaignUpdated,
  active: campaignActivated,
  paused: campaignPaused,
  completed: campaignEnded,
  archived: campaignEnded,
} as const;

type WithStatus = Pick<Campaign, 'status' | 'isBrandSuspended'>;

/** Whether the suspension of its brand pauses an active campaign; it resumes with the reinstatement. */
export const isPausedBySuspension = ({ status, isBrandSuspended }: WithStatus): boolean =>
  status === 'active' && isBrandSuspended === true;

/** The status in effect. */
export const shownStatusOf = (campaign: WithStatus): CampaignStatus =>
  isPausedBySuspension(campaign) ? 'paused' : campaign.status;

const holdoutOf = ({ holdoutPercent = 0 }: Campaign) =>
  holdoutPercent > 0 ? { holdoutPercent } : {};

/** The campaign as events publish it. */
export const campaignSnapshotOf = (campaign: Campaign): CampaignSnapshot => ({
  campaignId: campaign.id,
  brandId: campaign.brandId,
  brandName: campaign.brandName,
  name: campaign.name,
  type: campaign.type,
  status: campaign.status,
  landingPageUrl: campaign.landingPageUrl,
  commission: {
    type: campaign.commission.type,
    value: campaign.commission.value,
    currency: campaign.commission.currency,
    holdDays: campaign.commission.holdDays,
    campaignType: campaign.type,
    recurringMonths: campaign.commission.recurringMonths,
  },
  attribution: campaign.attribution,
  targeting: {
    countries: [...campaign.targeting.countries],
    languages: [...campaign.targeting.languages],
    devices: [...campaign.targeting.devices],
    excludedKeywords: [...campaign.targeting.excludedKeywords],
    excludedCategories: [...campaign.targeting.excludedCategories],
  },
  pixelEnabled: campaign.pixelEnabled,
  ...(campaign.consentDefault === 'denied' ? { consentDefault: 'denied' as const } : {}),
  ...holdoutOf(campaign),
  caps: campaign.caps,
  budget: campaign.budget,
  call:
    campaign.call === null
      ? null
      : {
          payoutType: campaign.call.payoutType,
          payoutMinor: campaign.call.payoutMinor,
          minDurationSeconds: campaign.call.minDurationSeconds,
        },
  updatedAt: campaign.updatedAt.toISOString(),
});

/**
 * The next `updatedAt`: later than the previous one even within a millisecond, or where this clock is
 * behind another instance's. If-Match and the copies in other services order states by it.
 */
const versionAfter = ({ updatedAt }: Campaign, now: Date): Date =>
  new Date(Math.max(now.getTime(), updatedAt.getTime() + 1));

interface Creation {
  readonly id: string;
  readonly brandId: string;
  readonly brandName: string;
  readonly status: 'draft' | 'active';
  readonly now: Date;
}

/** A new campaign; an active one is created as a draft and activated. */
export function decideCreation(fields: CampaignFields, creation: Creation): CampaignDecision {
  const { id, brandId, brandName, status, now } = creation;
  const stamps = { createdAt: now, updatedAt: now };
  const draft: Campaign = { ...fields, id, brandId, brandName, status: 'draft', ...stamps };
  const created = campaignCreated(campaignSnapshotOf(draft));
  if (status === 'draft') return { campaign: draft, events: [created] };
  const { campaign, events } = decideMove(draft, 'active', now);
  return { campaign, events: [created, ...events] };
}

/**
 * Updates a campaign's fields and status.
 * @param update `changed` is whether `fields` differ from the campaign's
 * @throws conflict `illegal_transition`, `campaign_archived` or `currency_fixed`
 */
export function decideChange(
  campaign: Campaign,
  update: { fields: CampaignFields; changed: boolean; status: CampaignStatus },
  now: Date,
): CampaignDecision {
  const { fields, changed, status } = update;
  if (!changed) return decideMove(campaign, status, now);
  if (campaign.status === 'archived') {
    throw conflict('campaign_archived', { message: 'An archived campaign cannot be changed' });
  }
  if (campaign.status !== 'draft' && fields.commission.currency !== campaign.commission.currency) {
    throw conflict('currency_fixed', {
      message: 'The currency cannot change once a campaign has been active',
    });
  }
  const moved = decideMove({ ...campaign, ...fields }, status, now);
  const next: Campaign = { ...moved.campaign, updatedAt: versionAfter(campaign, now) };
  return { campaign: next, events: [campaignUpdated(campaignSnapshotOf(next)), ...moved.events] };
}

/** Changes a campaign's status. @throws conflict `illegal_transition` */
export function decideMove(
  campaign: Campaign,
  status: CampaignStatus,
  now: Date,
): CampaignDecision {
  if (status === campaign.status) return { campaign, events: [] };
  if (!statusMoves[campaign.status].includes(status)) {
    throw conflict('illegal_transition', {
      message: `A campaign that is ${campaign.status} cannot become ${status}`,
      details: { from: campaign.status, to: status },
    });
  }
  if (status === 'active' && isOver(campaign, now)) {
    throw conflict('illegal_transition', {
      message: 'The campaign’s ends_at has passed; set a later one first',
      details: { from: campaign.status, to: status },
    });
  }
  const next: Campaign = { ...campaign, status, updatedAt: versionAfter(campaign, now) };
  return { campaign: next, events: [statusEvents[status](campaignSnapshotOf(next))] };
}

const isOver = ({ endsAt }: Campaign, now: Date): boolean => endsAt !== null && endsAt <= now;

const isExhausted = ({ status, budget }: Campaign, spentMinor: number): boolean =>
  status === 'active' && budget.totalMinor !== null && spentMinor >= budget.totalMinor;

/**
 * The status that the campaign's dates or its budget require now; undefined where it stays.
 * @param spentMinor commissions created so far, minor units of the campaign's currency
 */
export function scheduledMove(
  campaign: Campaign,
  now: Date,
  spentMinor = 0,
): CampaignStatus | undefined {
  const { status, startsAt } = campaign;
  if (status === 'active' || status === 'paused') {
    if (isOver(campaign, now)) return 'completed';
    return isExhausted(campaign, spentMinor) ? 'paused' : undefined;
  }
  const isDue = startsAt !== null && startsAt <= now && !isOver(campaign, now);
  return status === 'draft' && isDue ? 'active' : undefined;
}

/**
 * Refuses an update of a state that the caller has not read.
 * @param expected an If-Match header: the campaign's updated_at, quoted or not, or `*`
 * @throws conflict `precondition_failed` (412)
 */
export function requireUnchanged({ updatedAt }: Campaign, expected: string | undefined): void {
  if (expected === undefined || expected.trim() === '*') return;
  const tags = expected.split(',').map((tag) => tag.trim().replace(/^"(.*)"$/, '$1'));
  if (tags.includes(updatedAt.toISOString())) return;
  throw conflict('precondition_failed', {
    httpStatus: 412,
    message: 'The campaign was changed meanwhile; read it again',
    details: { updated_at: updatedAt.toISOString() },
  });
}

/** Whether every affiliate may join the campaign, as far as no criteria of its brand refuse it. */
export const isOpenToAll = (
  campaign: Pick<Campaign, 'status' | 'isBrandSuspended' | 'approval' | 'isExclusive'>,
): boolean =>
  campaign.status === 'active' &&
  campaign.isBrandSuspended !== true &&
  campaign.approval.mode !== 'invite_only' &&
  campaign.isExclusive !== true;

/** Whether affiliates can see the campaign. */
export const isVisible = ({ status }: Pick<Campaign, 'status'>): boolean =>
  status !== 'draft' && status !== 'archived';

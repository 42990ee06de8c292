import { type CampaignStatus } from '@tributary/contracts';
import { containsText, withoutUndefined } from '@tributary/mongo';
import { type CampaignType } from '../domain/campaign.ts';

/** An affiliate's filters and order of the marketplace. */
export interface OfferQuery {
  readonly type?: CampaignType | undefined;
  readonly search?: string | undefined;
  readonly brandId?: string | undefined;
  readonly country?: string | undefined;
  readonly device?: string | undefined;
  readonly commissionType?: 'percentage' | 'fixed' | undefined;
  /** Percent, or major units. */
  readonly minCommission?: number | undefined;
  readonly currency?: string | undefined;
  readonly approval?: string | undefined;
  readonly exclusive?: boolean | undefined;
  readonly sort?: 'newest' | 'name' | 'commission' | undefined;
}

export interface OfferFilter extends OfferQuery {
  readonly statuses: readonly CampaignStatus[];
  /** Campaigns that the caller is invited to or has joined. */
  readonly invitedTo: readonly string[];
  /** Whether the caller's commission tier includes exclusive campaigns. */
  readonly opensExclusive: boolean;
  readonly ids?: readonly string[] | undefined;
  readonly notIds?: readonly string[] | undefined;
}

type Where = Record<string, unknown>;

/** An empty list targets everybody. */
const targets = (field: string, value: string): Where => ({
  $or: [{ [field]: value }, { [field]: { $size: 0 } }],
});

const rate = { $convert: { input: '$commission.value', to: 'double', onError: 0, onNull: 0 } };

const textConditions = ({ search, country, device }: OfferFilter): Where[] => [
  ...(search === undefined
    ? []
    : [
        {
          $or: ['name', 'description', 'brandName'].map((field) => ({
            [field]: containsText(search),
          })),
        },
      ]),
  ...(country === undefined ? [] : [targets('targeting.countries', country)]),
  ...(device === undefined ? [] : [targets('targeting.devices', device)]),
];

const idConditions = ({ ids, notIds, invitedTo, opensExclusive }: OfferFilter): Where[] => [
  { $or: [{ 'approval.mode': { $ne: 'invite_only' } }, { _id: { $in: invitedTo } }] },
  ...(opensExclusive
    ? []
    : [{ $or: [{ isExclusive: { $ne: true } }, { _id: { $in: invitedTo } }] }]),
  ...(ids === undefined ? [] : [{ _id: { $in: ids } }]),
  ...(notIds === undefined ? [] : [{ _id: { $nin: notIds } }]),
];

/** Campaigns that an affiliate may join or has joined, by the filter. */
export function offersWhere(filter: OfferFilter): Where {
  const { type, brandId, commissionType, minCommission, currency, approval, exclusive } = filter;
  const exact = withoutUndefined({
    type,
    brandId,
    'commission.type': commissionType,
    'commission.currency': currency,
    'approval.mode': approval,
    // Older campaigns have no such field.
    isExclusive: exclusive === false ? { $ne: true } : exclusive,
  });
  const pays = minCommission === undefined ? [] : [{ $expr: { $gte: [rate, minCommission] } }];
  return {
    status: { $in: [...filter.statuses] },
    // Absent in most campaigns.
    isBrandSuspended: { $ne: true },
    ...exact,
    $and: [...idConditions(filter), ...textConditions(filter), ...pays],
  };
}

/** The sort orders of the marketplace, with a tie-breaker. */
export const offerOrder = {
  newest: { createdAt: -1, _id: -1 },
  name: { name: 1, _id: 1 },
  commission: { rate: -1, createdAt: -1, _id: -1 },
} as const;

/** The computed field of the order by commission. */
export const orderField = { rate } as const;

import { type CampaignType } from '../domain/campaign.ts';
import { given } from './rows.ts';

/** What an affiliate looks for in the marketplace; what is left out does not matter. */
export interface OfferWishes {
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

export interface OfferFilter extends OfferWishes {
  /** Campaigns that take invited affiliates, of which these are open to the caller. */
  readonly invitedTo: readonly string[];
  /** Whether the caller's commission tier opens exclusive campaigns. */
  readonly opensExclusive: boolean;
  readonly ids?: readonly string[] | undefined;
  readonly notIds?: readonly string[] | undefined;
}

type Where = Record<string, unknown>;

/** `text` anywhere in a field, whatever its case; none of its characters means anything else. */
export const containing = (text: string) => ({
  $regex: text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'),
  $options: 'i',
});

/** An empty list targets everybody. */
const takes = (field: string, value: string): Where => ({
  $or: [{ [field]: value }, { [field]: { $size: 0 } }],
});

const rate = { $convert: { input: '$commission.value', to: 'double', onError: 0, onNull: 0 } };

const textConditions = ({ search, country, device }: OfferFilter): Where[] => [
  ...(search === undefined
    ? []
    : [
        {
          $or: ['name', 'description', 'brandName'].map((field) => ({
            [field]: containing(search),
          })),
        },
      ]),
  ...(country === undefined ? [] : [takes('targeting.countries', country)]),
  ...(device === undefined ? [] : [takes('targeting.devices', device)]),
];

const idConditions = ({ ids, notIds, invitedTo, opensExclusive }: OfferFilter): Where[] => [
  { $or: [{ 'approval.mode': { $ne: 'invite_only' } }, { _id: { $in: invitedTo } }] },
  ...(opensExclusive
    ? []
    : [{ $or: [{ isExclusive: { $ne: true } }, { _id: { $in: invitedTo } }] }]),
  ...(ids === undefined ? [] : [{ _id: { $in: ids } }]),
  ...(notIds === undefined ? [] : [{ _id: { $nin: notIds } }]),
];

/** Active campaigns that an affiliate may join or has joined, and that fit. */
export function offersWhere(filter: OfferFilter): Where {
  const { type, brandId, commissionType, minCommission, currency, approval, exclusive } = filter;
  const exact = given({
    type,
    brandId,
    'commission.type': commissionType,
    'commission.currency': currency,
    'approval.mode': approval,
    // Campaigns that are older than the field have none.
    isExclusive: exclusive === false ? { $ne: true } : exclusive,
  });
  const pays = minCommission === undefined ? [] : [{ $expr: { $gte: [rate, minCommission] } }];
  return {
    status: 'active',
    ...exact,
    $and: [...idConditions(filter), ...textConditions(filter), ...pays],
  };
}

/** The order of the marketplace, stably. */
export const offerOrder = {
  newest: { createdAt: -1, _id: -1 },
  name: { name: 1, _id: 1 },
  commission: { rate: -1, createdAt: -1, _id: -1 },
} as const;

/** What an order is by, where it is no field of the record. */
export const orderField = { rate } as const;

import {
  conversionAdjusted,
  conversionApproved,
  conversionCustomerErased,
  conversionRejected,
  conversionReversed,
  type ConversionSnapshot,
  conversionTracked,
} from '@tributary/contracts';
import { consumer, consumerOfSeveral } from '@tributary/messaging';
import type { Deps } from '../../deps.ts';
import { earn, type EarningBasis, earningCurrency, effectiveRate } from '../../domain/earning.ts';
import { type FrozenTerms, nothingFrozen } from '../../domain/creation.ts';
import type { ConversionViewDoc } from '../../store/collections.ts';
import { freezeTerms } from '../../freeze-terms.ts';

type Shared = ConversionSnapshot & {
  readonly shares?: readonly { readonly affiliateId: string }[];
  readonly notes?: string | null;
};

/** Keeps the conversions as their affiliates are shown them. */
export const keepConversionsConsumers = (deps: Deps) => {
  const keep = async (events: readonly { readonly data: Shared }[]): Promise<void> => {
    const credited = events.map(({ data }) => {
      const shares = affiliatesOf(data).map((affiliateId) => ({ affiliateId }));
      return { ...data, shares };
    });
    const frozen = await freezeTerms(deps)(credited);
    const told = events.map(({ data }, index) => ({
      view: viewOf(data, frozen[index] ?? nothingFrozen),
      isCredited: data.shares !== undefined,
    }));
    await deps.transaction(({ conversionViews }) => conversionViews.saveMany(told));
  };
  return [
    consumerOfSeveral(conversionTracked, keep),
    consumerOfSeveral(conversionApproved, keep),
    consumerOfSeveral(conversionRejected, keep),
    consumerOfSeveral(conversionReversed, keep),
    consumerOfSeveral(conversionAdjusted, keep),
    consumer(conversionCustomerErased, ({ data }) =>
      deps.transaction(({ conversionViews }) => conversionViews.forgetCustomer(data.conversionId)),
    ),
  ];
};

function viewOf(data: Shared, frozen: FrozenTerms): ConversionViewDoc {
  const [product] = data.products;
  const quantities = data.products.map(({ quantity }) => quantity);
  return {
    _id: data.conversionId,
    affiliateIds: affiliatesOf(data),
    campaignId: data.campaignId,
    orderId: data.orderId,
    status: data.status,
    valueMinor: data.valueMinor,
    refundedMinor: data.refundedMinor,
    currency: data.currency,
    terms: data.terms,
    ...expected(data, frozen),
    productName: product?.name ?? null,
    productCategory: product?.category ?? null,
    quantity:
      product === undefined ? null : quantities.reduce((total, quantity) => total + quantity, 0),
    customerId: data.customerId,
    isNewCustomer: data.isNewCustomer,
    rejectionReason: data.status === 'rejected' ? (data.notes ?? null) : null,
    convertedAt: new Date(data.convertedAt),
  };
}

/** What the whole of it would earn, to one affiliate or several. */
function expected(data: Shared, { tiers }: FrozenTerms) {
  const [affiliateId = ''] = affiliatesOf(data);
  const whole = { affiliateId, clickId: null, linkId: null, weight: 1, valueMinor: 0 };
  const basis: EarningBasis = {
    valueMinor: data.valueMinor,
    currency: data.currency,
    terms: data.terms,
    namedMinor: data.namedCommissionMinor,
    shares: [whole],
    tiers,
  };
  const [expectedMinor = 0] = earn(basis, Math.max(0, data.valueMinor - data.refundedMinor));
  const rate = effectiveRate(basis, affiliateId);
  return { rate, expectedMinor, commissionCurrency: earningCurrency(basis) };
}

const affiliatesOf = ({ shares = [], affiliateId }: Shared): string[] => {
  if (shares.length > 0) return [...new Set(shares.map((share) => share.affiliateId))];
  return affiliateId === null ? [] : [affiliateId];
};

import {
  assessmentMade,
  type AttributionShare,
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
import type { Credit } from '../../domain/credit.ts';
import { mergeShares } from '@tributary/terms';
import { type ConversionFacts, forgottenBefore } from '../../domain/shown-conversion.ts';
import { keepConversions } from './keep-conversions.ts';

type Told = ConversionSnapshot & {
  readonly shares?: readonly AttributionShare[];
  readonly notes?: string | null;
};

/** Keeps the conversions as their affiliates are shown them. */
export const keepConversionsConsumers = (deps: Deps) => {
  const keep = (events: readonly { readonly data: Told }[]): Promise<void> =>
    keepConversions(deps)(
      events.map(({ data }) => ({
        id: data.conversionId,
        facts: factsOf(data, deps.clock.now()),
        credit: creditOf(data),
      })),
    );
  return [
    consumerOfSeveral(conversionTracked, keep),
    consumerOfSeveral(conversionApproved, keep),
    consumerOfSeveral(conversionRejected, keep),
    consumerOfSeveral(conversionReversed, keep),
    consumerOfSeveral(conversionAdjusted, keep),
    consumerOfSeveral(assessmentMade, (events) =>
      keepConversions(deps)(
        events.map(({ data: { conversionId, shares, assessedAt } }) => ({
          id: conversionId,
          credit: { by: 'assessment', at: new Date(assessedAt), shares: mergeShares(shares) },
        })),
      ),
    ),
    consumer(conversionCustomerErased, ({ data }) =>
      deps.transaction(async ({ conversionViews, subscriptions }) => {
        await conversionViews.forgetCustomer(data.conversionId);
        await subscriptions.forgetFirst(data.conversionId);
      }),
    ),
  ];
};

function factsOf(data: Told, now: Date): ConversionFacts {
  const [product] = data.products;
  const trackedAt = new Date(data.createdAt);
  const quantities = data.products.map(({ quantity }) => quantity);
  return {
    campaignId: data.campaignId,
    orderId: data.orderId,
    status: data.status,
    valueMinor: data.valueMinor,
    refundedMinor: data.refundedMinor,
    currency: data.currency,
    terms: data.terms,
    namedMinor: data.namedCommissionMinor,
    unpayableReason: data.unpayableReason ?? null,
    productName: product?.name ?? null,
    productCategory: product?.category ?? null,
    quantity:
      product === undefined ? null : quantities.reduce((total, quantity) => total + quantity, 0),
    // An old event may still name somebody.
    customerId: trackedAt > forgottenBefore(now) ? data.customerId : null,
    isNewCustomer: data.isNewCustomer,
    rejectionReason: data.status === 'rejected' ? (data.notes ?? null) : null,
    trackedAt,
    convertedAt: new Date(data.convertedAt),
  };
}

/** Until somebody says who is credited, it is all of the click's affiliate. */
function creditOf({ shares = [], affiliateId, ...data }: Told): Credit {
  const at = new Date(data.createdAt);
  if (shares.length > 0) return { by: 'verdict', at, shares: mergeShares(shares) };
  if (affiliateId === null) return { by: 'click', at, shares: [] };
  const { clickId, linkId, valueMinor } = data;
  return { by: 'click', at, shares: [{ affiliateId, clickId, linkId, weight: 1, valueMinor }] };
}

import {
  assessmentMade,
  type AttributionShare,
  commissionCustomerErased,
  conversionAdjusted,
  conversionApproved,
  conversionCustomerErased,
  conversionRejected,
  conversionReplaced,
  conversionReversed,
  type ConversionSnapshot,
  conversionTracked,
  revisionOf,
} from '@tributary/contracts';
import { consumer, consumerOfSeveral } from '@tributary/messaging';
import { mergeShares } from '@tributary/terms';
import type { Deps } from '../../deps.ts';
import type { Credit } from '../../domain/credit.ts';
import { type ConversionFacts, forgottenBefore } from '../../domain/conversion-view.ts';
import { syncConversions } from './sync-conversions.ts';

type ReportedConversion = ConversionSnapshot & {
  readonly shares?: readonly AttributionShare[];
  readonly notes?: string | null;
};

/** Copies conversions for the affiliates' views. */
export const syncConversionsConsumers = (deps: Deps) => {
  const sync = (events: readonly { readonly data: ReportedConversion }[]): Promise<void> =>
    syncConversions(deps)(
      events.map(({ data }) => ({
        id: data.conversionId,
        facts: factsOf(data, deps.clock.now()),
        credit: creditOf(data),
      })),
    );
  return [
    consumerOfSeveral(conversionTracked, sync),
    consumerOfSeveral(conversionReplaced, sync),
    consumerOfSeveral(conversionApproved, sync),
    consumerOfSeveral(conversionRejected, sync),
    consumerOfSeveral(conversionReversed, sync),
    consumerOfSeveral(conversionAdjusted, sync),
    consumerOfSeveral(assessmentMade, (events) =>
      syncConversions(deps)(
        events.map(({ data: { conversionId, shares, assessedAt, ...data } }) => ({
          id: conversionId,
          credit: {
            by: 'assessment',
            at: new Date(assessedAt),
            shares: mergeShares(shares),
            revision: revisionOf(data),
          },
        })),
      ),
    ),
    consumer(conversionCustomerErased, ({ data: { conversionId, erasureId } }) =>
      deps.transaction(async ({ conversionViews, subscriptions, outbox }) => {
        const views = await conversionViews.forgetCustomer(conversionId);
        const unlinked = await subscriptions.forgetFirst(conversionId);
        if (erasureId === undefined) return;
        const counts = [
          { collection: 'conversion_views', count: views },
          { collection: 'subscriptions', count: unlinked },
        ];
        await outbox.add(commissionCustomerErased({ erasureId, conversionId, counts }));
      }),
    ),
  ];
};

function factsOf(data: ReportedConversion, now: Date): ConversionFacts {
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
    // A replayed old event may still carry the customer's id.
    customerId: trackedAt > forgottenBefore(now) ? data.customerId : null,
    isNewCustomer: data.isNewCustomer,
    rejectionReason: data.status === 'rejected' ? (data.notes ?? null) : null,
    trackedAt,
    convertedAt: new Date(data.convertedAt),
    revision: revisionOf(data),
  };
}

/** Before an assessment or a verdict, the click's affiliate has the whole credit. */
function creditOf({ shares = [], affiliateId, ...data }: ReportedConversion): Credit {
  const at = new Date(data.createdAt);
  const revision = revisionOf(data);
  if (shares.length > 0) return { by: 'verdict', at, shares: mergeShares(shares), revision };
  if (affiliateId === null) return { by: 'click', at, shares: [], revision };
  const { clickId, linkId, valueMinor } = data;
  const whole = { affiliateId, clickId, linkId, weight: 1, valueMinor };
  return { by: 'click', at, shares: [whole], revision };
}

import {
  assessmentMade,
  commissionCustomerErased,
  conversionAdjusted,
  conversionApproved,
  conversionCredited,
  conversionCustomerErased,
  conversionRejected,
  conversionReplaced,
  conversionReversed,
  conversionTracked,
  revisionOf,
} from '@tributary/contracts';
import { consumer, consumerOfSeveral } from '@tributary/messaging';
import { mergeShares } from '@tributary/terms';
import type { Deps } from '../../deps.ts';
import { mergeConversions, syncConversions } from '../../workflows/sync-conversions.ts';

type Reported = Parameters<ReturnType<typeof syncConversions>>[0][number];

/** Copies conversions for the affiliates' views. */
export const syncConversionsConsumers = (deps: Deps) => {
  const sync = (events: readonly { readonly data: Reported }[]): Promise<void> =>
    syncConversions(deps)(events.map(({ data }) => data));
  return [
    consumerOfSeveral(conversionTracked, async (events) => {
      await sync(events);
      for (const { data } of events) deps.observeVisible(data);
    }),
    consumerOfSeveral(conversionCredited, sync),
    consumerOfSeveral(conversionReplaced, sync),
    consumerOfSeveral(conversionApproved, sync),
    consumerOfSeveral(conversionRejected, sync),
    consumerOfSeveral(conversionReversed, sync),
    consumerOfSeveral(conversionAdjusted, sync),
    consumerOfSeveral(assessmentMade, (events) =>
      mergeConversions(deps)(
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

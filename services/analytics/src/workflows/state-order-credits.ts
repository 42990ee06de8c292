import { type Migration } from '@tributary/mongo';
import { type Deps } from '../deps.ts';
import { mapById } from '../domain/fact.ts';
import { changesCredit, creditOfOrder } from '../domain/order-credit.ts';
import { type ConversionFactDocument } from '../store/collections.ts';
import { restateCommissions } from './restate-commissions.ts';

const BATCH = 500;

type Use = Pick<Deps, 'transaction' | 'facts'>;

/** The conversions whose commissions do not state their credit yet. */
async function unstated(
  { facts }: Use,
  conversions: readonly ConversionFactDocument[],
): Promise<string[]> {
  const byId = mapById(conversions);
  const commissions = await facts.commissionsOf([...byId.keys()]);
  const lacking = commissions.filter((commission) => {
    const { order } = creditOfOrder(commission, byId.get(commission.conversionId ?? ''));
    const stated = commission.order ?? commission;
    return changesCredit(order ?? commission, stated);
  });
  return [...new Set(lacking.flatMap(({ conversionId }) => conversionId ?? []))];
}

/** Lets the commissions of earlier releases state the affiliate, the link and the currency of their orders, where they differ. */
export const stateOrderCredits = (use: Use): Migration => ({
  name: '2026-11-28-order-credits',
  description: 'commissions state the credit of their orders where it is not their own',
  run: async (_connection, { after = '', onBatch }) => {
    const counts = { documents: 0, rewritten: 0, failed: 0 };
    for (let last = after; ;) {
      const conversions = await use.facts.listConversions(last, BATCH);
      const [end] = conversions.slice(-1);
      if (end === undefined) return { ...counts, failedIds: [] };
      const ids = await unstated(use, conversions);
      if (ids.length > 0) {
        await use.transaction(async ({ facts, figureWriter }) => {
          const { known } = await facts.findConversions(ids);
          await restateCommissions({ facts, figureWriter }, [...known.values()]);
        });
      }
      counts.documents += conversions.length;
      counts.rewritten += ids.length;
      last = end._id;
      await onBatch?.(last, counts);
    }
  },
});

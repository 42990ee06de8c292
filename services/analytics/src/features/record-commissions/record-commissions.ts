import { type CommissionSnapshot } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import { creditOfOrder } from '../../domain/order-credit.ts';
import { factChange, isOvertakenCommission } from '../../domain/fact.ts';
import { traitsOfCommission } from '../../domain/click-traits.ts';
import { noTraits, traitsOf } from '../../domain/rollup.ts';
import {
  type CommissionFactDocument,
  type ConversionFactDocument,
} from '../../store/collections.ts';

const factOf = (data: CommissionSnapshot) => ({
  _id: data.commissionId,
  affiliateId: data.affiliateId,
  brandId: data.brandId,
  campaignId: data.campaignId,
  linkId: data.linkId,
  clickId: data.clickId,
  conversionId: data.conversionId,
  status: data.status,
  currency: data.currency,
  amountMinor: data.amountMinor,
  convertedAt: new Date(data.convertedAt),
  orderId: data.orderId,
  paidMinor: data.paidMinor,
  ...(data.creditRevision === undefined ? {} : { creditRevision: data.creditRevision }),
});

/** The conversions of the new commissions; those that have not arrived are saved as awaited. */
async function conversionsOf(
  facts: Deps['facts'],
  commissions: readonly ReturnType<typeof factOf>[],
  before: ReadonlyMap<string, CommissionFactDocument>,
): Promise<ReadonlyMap<string, ConversionFactDocument>> {
  const fresh = commissions.filter(({ _id }) => !before.has(_id));
  const ids = new Set(fresh.map(({ conversionId }) => conversionId));
  if (ids.size === 0) return new Map();
  const { known, awaited } = await facts.findConversions([...ids]);
  await facts.awaitConversions([...ids].filter((id) => !known.has(id) && !awaited.has(id)));
  return known;
}

/**
 * Saves the newest states of commissions, also where an older one arrives again; each counts on the day of
 * its order. Sums are written last and each once, because transactions of the same day conflict there.
 */
export const recordCommissions =
  (deps: Pick<Deps, 'transaction'>) =>
  (events: readonly { readonly data: CommissionSnapshot }[]): Promise<void> =>
    deps.transaction(async ({ facts, figureWriter }) => {
      const received = events.map(({ data }) => factOf(data));
      const before = await facts.findCommissions(received.map(({ _id }) => _id));
      const now = new Map(before);
      const conversions = await conversionsOf(facts, received, before);
      for (const fact of received) {
        const stored = now.get(fact._id);
        if (stored !== undefined && isOvertakenCommission(fact, stored)) continue;
        const conversion = conversions.get(fact.conversionId);
        const traits = traitsOfCommission(fact, conversion) ?? traitsOf(stored ?? noTraits);
        now.set(fact._id, {
          ...fact,
          ...traits,
          ...creditOfOrder(fact, conversion ?? stored?.order),
        });
      }
      const change = factChange(before, now);
      await facts.saveCommissions(change.now);
      await figureWriter.changeCommissions(change);
    });

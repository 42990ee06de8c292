import { type ConversionSnapshot } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import { factChange, isOvertaken } from '../../domain/fact.ts';
import { changesCredit } from '../../domain/order-credit.ts';
import { changesTraits, traitsOfConversion } from '../../domain/click-traits.ts';
import { type ConversionFactDocument } from '../../store/collections.ts';
import { type FoundConversions } from '../../store/fact-store.ts';
import { restateCommissions } from '../../workflows/restate-commissions.ts';

type RecordConversionsDeps = Pick<Deps, 'transaction'>;
type Scope = Parameters<typeof restateCommissions>[0];

const factOf = (data: ConversionSnapshot) => ({
  _id: data.conversionId,
  affiliateId: data.affiliateId,
  brandId: data.brandId,
  campaignId: data.campaignId,
  linkId: data.linkId,
  clickId: data.clickId,
  status: data.status,
  currency: data.currency,
  valueMinor: data.valueMinor - data.refundedMinor,
  refundedMinor: data.refundedMinor,
  convertedAt: new Date(data.convertedAt),
  orderId: data.orderId,
  ...(data.revision === undefined ? {} : { revision: data.revision }),
});

/** Commissions that arrived before their conversions, or before a change of their credit, move to other sums. */
async function restate(
  scope: Scope,
  changed: readonly ConversionFactDocument[],
  { known, awaited }: FoundConversions,
): Promise<void> {
  const changes = (fact: ConversionFactDocument): boolean => {
    const before = known.get(fact._id);
    if (before === undefined) return awaited.has(fact._id);
    return changesTraits(fact, before) || changesCredit(fact, before);
  };
  await restateCommissions(scope, changed.filter(changes));
}

/**
 * Saves the newest states of conversions; a refund changes the sums of the order's own day. Sums are written
 * last and each once, because transactions of the same day conflict there.
 */
export const recordConversions =
  (deps: RecordConversionsDeps) =>
  (events: readonly { readonly data: ConversionSnapshot }[]): Promise<void> =>
    deps.transaction(async ({ facts, figureWriter }) => {
      const found = await facts.findConversions(events.map(({ data }) => data.conversionId));
      const before = found.known;
      const now = new Map(before);
      for (const { data } of events) {
        const fact = factOf(data);
        const stored = now.get(fact._id);
        if (stored !== undefined && isOvertaken(fact, stored)) continue;
        now.set(fact._id, { ...fact, ...traitsOfConversion(data, stored) });
      }
      const change = factChange(before, now);
      await facts.saveConversions(change.now);
      await figureWriter.changeConversions(change);
      await restate({ facts, figureWriter }, change.now, found);
    });

import { type ConversionSnapshot } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import { isOvertaken } from '../../domain/fact.ts';
import {
  changesTraits,
  traitsOfCommission,
  traitsOfConversion,
} from '../../domain/click-traits.ts';
import { changeOf, commissionRollups, conversionRollups } from '../../domain/rollup.ts';
import { type ConversionFactDocument } from '../../store/collections.ts';
import { type FoundConversions } from '../../store/fact-store.ts';

type RecordConversionsDeps = Pick<Deps, 'transaction'>;

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

/** Commissions that arrived before the traits of their conversions get them and move to their sums. */
async function restate(
  { facts, rollups }: Pick<Deps, 'facts' | 'rollups'>,
  changed: readonly ConversionFactDocument[],
  { known, awaited }: FoundConversions,
): Promise<void> {
  const hasNewTraits = (fact: ConversionFactDocument): boolean => {
    const before = known.get(fact._id);
    return before === undefined ? awaited.has(fact._id) : changesTraits(fact, before);
  };
  const conversions = new Map(changed.filter(hasNewTraits).map((fact) => [fact._id, fact]));
  const commissions = await facts.commissionsOf([...conversions.keys()]);
  const restated = commissions.map((commission) => ({
    ...commission,
    ...traitsOfCommission(commission, conversions.get(commission.conversionId ?? '')),
  }));
  await facts.saveCommissions(restated);
  await rollups.addCommissions(
    changeOf(commissions.flatMap(commissionRollups), restated.flatMap(commissionRollups)),
  );
}

/**
 * Saves the newest states of conversions; a refund changes the sums of the order's own day. Sums are written
 * last and each once, because transactions of the same day conflict there.
 */
export const recordConversions =
  (deps: RecordConversionsDeps) =>
  (events: readonly { readonly data: ConversionSnapshot }[]): Promise<void> =>
    deps.transaction(async ({ facts, rollups }) => {
      const found = await facts.findConversions(events.map(({ data }) => data.conversionId));
      const before = found.known;
      const now = new Map(before);
      for (const { data } of events) {
        const fact = factOf(data);
        const stored = now.get(fact._id);
        if (stored !== undefined && isOvertaken(fact, stored)) continue;
        now.set(fact._id, { ...fact, ...traitsOfConversion(data, stored) });
      }
      const changed = [...now.values()].filter((fact) => fact !== before.get(fact._id));
      const replaced = changed.flatMap(({ _id }) => before.get(_id) ?? []);
      await facts.saveConversions(changed);
      await rollups.addConversions(
        changeOf(replaced.flatMap(conversionRollups), changed.flatMap(conversionRollups)),
      );
      await restate({ facts, rollups }, changed, found);
    });

import { type ConversionSnapshot } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import { isOvertaken } from '../../domain/fact.ts';
import { changeOf, conversionRollups, noTraits, traitsOf } from '../../domain/rollup.ts';
import { clicksWithoutTraits } from '../../domain/missing-traits.ts';

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
});

/**
 * Keeps the newest states of conversions; a refund restates the day of the conversion itself. Sums
 * are written last and each once, because all conversions of a day meet there.
 */
export const recordConversions =
  (deps: RecordConversionsDeps) =>
  (events: readonly { readonly data: ConversionSnapshot }[]): Promise<void> =>
    deps.transaction(async ({ clicks, facts, rollups }) => {
      const received = events.map(({ data }) => factOf(data));
      const before = await facts.findConversions(received.map(({ _id }) => _id));
      const now = new Map(before);
      const traits = await clicks.findTraits(clicksWithoutTraits(received, before));
      for (const fact of received) {
        const kept = now.get(fact._id);
        if (kept !== undefined && isOvertaken(fact, kept)) continue;
        const isSameClick = kept !== undefined && kept.clickId === fact.clickId;
        const known = isSameClick ? traitsOf(kept) : traits.get(fact.clickId ?? '');
        now.set(fact._id, { ...fact, ...(known ?? noTraits) });
      }
      const changed = [...now.values()].filter((fact) => fact !== before.get(fact._id));
      const replaced = changed.flatMap(({ _id }) => before.get(_id) ?? []);
      await facts.putConversions(changed);
      await rollups.addConversions(
        changeOf(replaced.flatMap(conversionRollups), changed.flatMap(conversionRollups)),
      );
    });

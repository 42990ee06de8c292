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
  ...(data.revision === undefined ? {} : { revision: data.revision }),
});

/**
 * Saves the newest states of conversions; a refund changes the sums of the order's own day. Sums are written
 * last and each once, because transactions of the same day conflict there.
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
        const stored = now.get(fact._id);
        if (stored !== undefined && isOvertaken(fact, stored)) continue;
        const isSameClick = stored !== undefined && stored.clickId === fact.clickId;
        const known = isSameClick ? traitsOf(stored) : traits.get(fact.clickId ?? '');
        now.set(fact._id, { ...fact, ...(known ?? noTraits) });
      }
      const changed = [...now.values()].filter((fact) => fact !== before.get(fact._id));
      const replaced = changed.flatMap(({ _id }) => before.get(_id) ?? []);
      await facts.saveConversions(changed);
      await rollups.addConversions(
        changeOf(replaced.flatMap(conversionRollups), changed.flatMap(conversionRollups)),
      );
    });

import { type ConversionSnapshot } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import { isOvertaken } from '../../domain/fact.ts';
import { changeOf, conversionRollups, noTraits, traitsOf } from '../../domain/rollup.ts';

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

/** Keeps the newest state of a conversion; a refund restates the day of the conversion itself. */
export const recordConversion =
  (deps: Deps) =>
  ({ data }: { data: ConversionSnapshot }): Promise<void> =>
    deps.transaction(async ({ clicks, facts, rollups }) => {
      const told = factOf(data);
      const kept = await facts.findConversion(told._id);
      if (kept !== null && isOvertaken(told, kept)) return;
      const knows = kept !== null && kept.clickId === told.clickId;
      const asked = async () =>
        told.clickId === null
          ? noTraits
          : ((await clicks.findTraits(told.clickId, told.convertedAt)) ?? noTraits);
      const now = { ...told, ...(knows ? traitsOf(kept) : await asked()) };
      await facts.putConversion(now);
      const before = kept === null ? [] : conversionRollups(kept);
      await rollups.addConversions(changeOf(before, conversionRollups(now)));
    });

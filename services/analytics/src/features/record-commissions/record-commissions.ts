import { type CommissionSnapshot } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import { changeOf, commissionRollups, noTraits, traitsOf } from '../../domain/rollup.ts';

const factOf = (data: CommissionSnapshot) => ({
  _id: data.commissionId,
  affiliateId: data.affiliateId,
  brandId: data.brandId,
  campaignId: data.campaignId,
  linkId: data.linkId,
  clickId: data.clickId,
  status: data.status,
  currency: data.currency,
  amountMinor: data.amountMinor,
  convertedAt: new Date(data.convertedAt),
});

/** Keeps the newest state of a commission; it counts on the day of its order. */
export const recordCommission =
  (deps: Deps) =>
  ({ data }: { data: CommissionSnapshot }): Promise<void> =>
    deps.transaction(async ({ clicks, facts, rollups }) => {
      const told = factOf(data);
      const kept = await facts.findCommission(told._id);
      const asked = async () =>
        told.clickId === null
          ? noTraits
          : ((await clicks.findTraits(told.clickId, told.convertedAt)) ?? noTraits);
      const now = { ...told, ...(kept === null ? await asked() : traitsOf(kept)) };
      await facts.putCommission(now);
      const before = kept === null ? [] : commissionRollups(kept);
      await rollups.addCommissions(changeOf(before, commissionRollups(now)));
    });

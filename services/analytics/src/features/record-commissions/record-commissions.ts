import { type CommissionSnapshot } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import { changeOf, commissionRollups, noTraits, traitsOf } from '../../domain/rollup.ts';
import { clicksToAsk } from '../../domain/traits-asked.ts';

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

/**
 * Keeps the newest states of commissions; each counts on the day of its order. Sums are written last
 * and each once, because all commissions of a day meet there.
 */
export const recordCommissions =
  (deps: Deps) =>
  (events: readonly { readonly data: CommissionSnapshot }[]): Promise<void> =>
    deps.transaction(async ({ clicks, facts, rollups }) => {
      const told = events.map(({ data }) => factOf(data));
      const before = await facts.findCommissions(told.map(({ _id }) => _id));
      const traits = await clicks.findTraits(clicksToAsk(told, before));
      const newest = new Map(told.map((fact) => [fact._id, fact]));
      const changed = [...newest.values()].map((fact) => {
        const kept = before.get(fact._id);
        const known = kept === undefined ? traits.get(fact.clickId ?? '') : traitsOf(kept);
        return { ...fact, ...(known ?? noTraits) };
      });
      await facts.putCommissions(changed);
      await rollups.addCommissions(
        changeOf(
          [...before.values()].flatMap(commissionRollups),
          changed.flatMap(commissionRollups),
        ),
      );
    });

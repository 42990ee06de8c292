import { type CommissionSnapshot } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import { isOvertakenCommission } from '../../domain/fact.ts';
import { changeOf, commissionRollups, noTraits, traitsOf } from '../../domain/rollup.ts';
import { clicksWithoutTraits } from '../../domain/missing-traits.ts';

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
 * Saves the newest states of commissions, also where an older one arrives again; each counts on the day of
 * its order. Sums are written last and each once, because transactions of the same day conflict there.
 */
export const recordCommissions =
  (deps: Pick<Deps, 'transaction'>) =>
  (events: readonly { readonly data: CommissionSnapshot }[]): Promise<void> =>
    deps.transaction(async ({ clicks, facts, rollups }) => {
      const received = events.map(({ data }) => factOf(data));
      const before = await facts.findCommissions(received.map(({ _id }) => _id));
      const now = new Map(before);
      const traits = await clicks.findTraits(clicksWithoutTraits(received, before));
      for (const fact of received) {
        const stored = now.get(fact._id);
        if (stored !== undefined && isOvertakenCommission(fact, stored)) continue;
        const known = stored === undefined ? traits.get(fact.clickId ?? '') : traitsOf(stored);
        now.set(fact._id, { ...fact, ...(known ?? noTraits) });
      }
      const changed = [...now.values()].filter((fact) => fact !== before.get(fact._id));
      const replaced = changed.flatMap(({ _id }) => before.get(_id) ?? []);
      await facts.saveCommissions(changed);
      await rollups.addCommissions(
        changeOf(replaced.flatMap(commissionRollups), changed.flatMap(commissionRollups)),
      );
    });

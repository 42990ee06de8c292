import { type ClickRow } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import {
  changeOf,
  clickRollups,
  commissionRollups,
  conversionRollups,
  type Rollup,
  type Traits,
  traitsOf,
} from '../../domain/rollup.ts';

type RecordClicksDeps = Pick<Deps, 'transaction'>;

type Stores = Pick<Deps, 'facts' | 'rollups'>;

/** Facts that arrived before their click get its traits and move to their sums. */
async function restate(
  { facts, rollups }: Stores,
  traits: ReadonlyMap<string, Traits>,
): Promise<void> {
  const ids = [...traits.keys()];
  const traitsFor = (clickId: string | null) => traits.get(clickId ?? '');
  const conversions = restated(await facts.conversionsOfClicks(ids), traitsFor, conversionRollups);
  await facts.saveConversions(conversions.facts);
  await rollups.addConversions(conversions.change);
  const commissions = restated(await facts.commissionsOfClicks(ids), traitsFor, commissionRollups);
  await facts.saveCommissions(commissions.facts);
  await rollups.addCommissions(commissions.change);
}

function restated<Fact extends { readonly clickId: string | null }>(
  before: readonly Fact[],
  traitsFor: (clickId: string | null) => Traits | undefined,
  rollupsOf: (fact: Fact) => Rollup[],
): { readonly facts: readonly Fact[]; readonly change: readonly Rollup[] } {
  const facts = before.map((fact) => ({ ...fact, ...traitsFor(fact.clickId) }));
  return { facts, change: changeOf(before.flatMap(rollupsOf), facts.flatMap(rollupsOf)) };
}

/**
 * Saves clicks and counts them, each once: a saved click was counted in the transaction that saved it.
 */
export const recordClicks =
  (deps: RecordClicksDeps) =>
  async (rows: readonly ClickRow[]): Promise<void> => {
    const byId = new Map(rows.map((row) => [row.clickId, row]));
    await deps.transaction(async ({ clicks, facts, rollups }) => {
      const { known, awaited } = await clicks.findKnown([...byId.keys()]);
      for (const id of awaited) known.delete(id);
      const fresh = [...byId.values()]
        .filter(({ clickId }) => !known.has(clickId))
        .map(
          ({ clickId, occurredAt, ip: _ip, userAgent: _userAgent, traffic: _traffic, ...row }) => ({
            ...row,
            _id: clickId,
            occurredAt: new Date(occurredAt),
          }),
        );
      await clicks.insert(fresh, awaited);
      await rollups.addClicks(changeOf([], fresh.flatMap(clickRollups)));
      if (awaited.length === 0) return;
      const isAwaited = new Set(awaited);
      const received = fresh.filter(({ _id }) => isAwaited.has(_id));
      await restate({ facts, rollups }, new Map(received.map((row) => [row._id, traitsOf(row)])));
    });
  };

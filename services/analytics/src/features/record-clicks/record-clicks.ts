import { type ClickRow } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import {
  changeOf,
  clickRollups,
  commissionRollups,
  conversionRollups,
  type Traits,
  traitsOf,
} from '../../domain/rollup.ts';

type Stores = Pick<Deps, 'facts' | 'rollups'>;

/** What came before its click is told what the click says, and counts where it belongs. */
async function restate(
  { facts, rollups }: Stores,
  traits: ReadonlyMap<string, Traits>,
): Promise<void> {
  const ids = [...traits.keys()];
  const traitsFor = (clickId: string | null) => traits.get(clickId ?? '');
  for (const before of await facts.conversionsOfClicks(ids)) {
    const now = { ...before, ...traitsFor(before.clickId) };
    await facts.putConversion(now);
    await rollups.addConversions(changeOf(conversionRollups(before), conversionRollups(now)));
  }
  for (const before of await facts.commissionsOfClicks(ids)) {
    const now = { ...before, ...traitsFor(before.clickId) };
    await facts.putCommission(now);
    await rollups.addCommissions(changeOf(commissionRollups(before), commissionRollups(now)));
  }
}

/**
 * Keeps clicks and counts them, each once: a click that is here already was counted in the
 * transaction that brought it.
 */
export const recordClicks =
  (deps: Deps) =>
  async (rows: readonly ClickRow[]): Promise<void> => {
    const byId = new Map(rows.map((row) => [row.clickId, row]));
    await deps.transaction(async ({ clicks, facts, rollups }) => {
      const { known, awaited } = await clicks.findKnown([...byId.keys()]);
      for (const id of awaited) known.delete(id);
      const fresh = [...byId.values()]
        .filter(({ clickId }) => !known.has(clickId))
        .map(({ clickId, occurredAt, ip: _ip, userAgent: _userAgent, ...row }) => ({
          ...row,
          _id: clickId,
          occurredAt: new Date(occurredAt),
        }));
      await clicks.insert(fresh, awaited);
      await rollups.addClicks(changeOf([], fresh.flatMap(clickRollups)));
      if (awaited.length === 0) return;
      const isAwaited = new Set(awaited);
      const told = fresh.filter(({ _id }) => isAwaited.has(_id));
      await restate({ facts, rollups }, new Map(told.map((row) => [row._id, traitsOf(row)])));
    });
  };

import { type ClickRow } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import { rollUp } from '../../domain/click-rollup.ts';

/**
 * Keeps clicks and counts them, each once: a click that is here already was counted in the
 * transaction that brought it.
 */
export const recordClicks =
  (deps: Deps) =>
  async (rows: readonly ClickRow[]): Promise<void> => {
    const byId = new Map(rows.map((row) => [row.clickId, row]));
    await deps.transaction(async ({ clicks }) => {
      const known = await clicks.findKnown([...byId.keys()]);
      const fresh = [...byId.values()].filter(({ clickId }) => !known.has(clickId));
      await clicks.insert(
        fresh.map(({ clickId, occurredAt, ip: _ip, userAgent: _userAgent, ...row }) => ({
          ...row,
          _id: clickId,
          occurredAt: new Date(occurredAt),
        })),
      );
      await clicks.count(rollUp(fresh).map(({ id, ...rollup }) => ({ _id: id, ...rollup })));
    });
  };

import { DAY_MS } from '@tributary/units';
import { remembering } from './remembered.ts';

const REMEMBERED_MS = 600_000;

/** From, inclusive, to, exclusive. */
export interface Days {
  readonly $gte: Date;
  readonly $lt: Date;
}

interface HistoryOptions<History> {
  /** So many whole days before the day of an order. */
  readonly days: number;
  /** Of an order that no affiliate brought. */
  readonly none: History;
  readonly count: (affiliateId: string, between: Days) => Promise<History>;
}

/**
 * Affiliates' histories by whole days before an order's own, so that the answer stays the same however
 * often it is asked. They are remembered for a while.
 */
export function openDailyHistories<History>(options: HistoryOptions<History>) {
  const { days, none, count } = options;
  const remembered = remembering<History>(REMEMBERED_MS);
  const historyOf = (affiliateId: string, day: number): Promise<History> => {
    const between = { $gte: new Date((day - days) * DAY_MS), $lt: new Date(day * DAY_MS) };
    return remembered.get(`${affiliateId}@${String(day)}`, () => count(affiliateId, between));
  };
  return {
    /** In the order asked. */
    listAt: (
      asked: readonly { readonly affiliateId: string | null; readonly at: Date }[],
    ): Promise<History[]> =>
      Promise.all(
        asked.map(({ affiliateId, at }) =>
          affiliateId === null
            ? Promise.resolve(none)
            : historyOf(affiliateId, Math.floor(at.getTime() / DAY_MS)),
        ),
      ),
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import { type ClickRow } from '@tributary/contracts';
import { MINUTE_MS } from '@tributary/units';
import { type ClickCache } from './click-cache.ts';
import { type ClickStore } from './click-store.ts';

const WAIT_AT_MOST_MS = 1_000;
const LOOK_EVERY_MS = 50;
/** A click older than this is in the projection, or there is none. */
const MAY_BE_ON_ITS_WAY_MS = MINUTE_MS;

/** Finds clicks wherever they are: this process, Redis, the projection, or on the way there. */
export interface ClickFinder {
  /** `patient`: waits a moment for a young click that is not projected yet. */
  find(clickId: string, options: { patient: boolean }): Promise<ClickRow | undefined>;
  /** The latest click by a person on a link since then. */
  findLatest(linkId: string, since: Date): Promise<ClickRow | undefined>;
}

/** When a UUIDv7 was made, ms; NaN for ids of another kind. */
const madeAtMs = (id: string): number =>
  id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : Number.NaN;

export function openClickFinder(
  cache: ClickCache,
  clicks: ClickStore,
  clock: { now(): Date },
): ClickFinder {
  const waitFor = async (clickId: string): Promise<ClickRow | undefined> => {
    const until = performance.now() + WAIT_AT_MOST_MS;
    while (performance.now() < until) {
      await pause(LOOK_EVERY_MS);
      const found = (await cache.find(clickId)) ?? (await clicks.find(clickId));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    find: async (clickId, { patient }) => {
      // Ids are lower case here, however the caller writes them.
      const id = clickId.toLowerCase();
      const found = (await cache.find(id)) ?? (await clicks.find(id));
      if (found !== undefined || !patient) return found;
      const ageMs = clock.now().getTime() - madeAtMs(id);
      return Math.abs(ageMs) < MAY_BE_ON_ITS_WAY_MS ? waitFor(id) : undefined;
    },
    findLatest: async (linkId, since) => {
      const [hot, projected] = await Promise.all([
        cache.findLatest(linkId),
        clicks.findLatest(linkId, since),
      ]);
      if (hot === undefined || new Date(hot.occurredAt) < since) return projected;
      if (projected === undefined) return hot;
      return hot.occurredAt >= projected.occurredAt ? hot : projected;
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@tributary/units';
import { type StoredClick } from '../domain/click.ts';
import { type ClickCache } from './click-cache.ts';
import { type ClickStore } from './click-store.ts';

const MAX_WAIT_MS = 1_000;
const POLL_MS = 50;
/** A click older than this is projected, or does not exist. */
const MAX_REPLICATION_MS = MINUTE_MS;

/** Finds clicks in this process, in Redis and in the projection. */
export interface ClickFinder {
  /** `waitForReplication`: waits up to a second for a recent click that is not replicated yet. */
  find(clickId: string, options: { waitForReplication: boolean }): Promise<StoredClick | undefined>;
  /** The latest countable click of a link since a time. */
  findLatest(linkId: string, since: Date): Promise<StoredClick | undefined>;
}

/** The creation time of a UUIDv7, ms; NaN for other ids. */
const createdAtMs = (id: string): number =>
  id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : Number.NaN;

export function openClickFinder(
  cache: ClickCache,
  clicks: ClickStore,
  clock: { now(): Date },
): ClickFinder {
  const waitFor = async (clickId: string): Promise<StoredClick | undefined> => {
    const until = performance.now() + MAX_WAIT_MS;
    while (performance.now() < until) {
      await sleep(POLL_MS);
      const found = (await cache.find(clickId)) ?? (await clicks.find(clickId));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    find: async (clickId, { waitForReplication }) => {
      // Stored ids are lower case, whatever case the caller uses.
      const id = clickId.toLowerCase();
      const found = (await cache.find(id)) ?? (await clicks.find(id));
      if (found !== undefined || !waitForReplication) return found;
      const ageMs = clock.now().getTime() - createdAtMs(id);
      return Math.abs(ageMs) < MAX_REPLICATION_MS ? waitFor(id) : undefined;
    },
    findLatest: async (linkId, since) => {
      const [cached, projected] = await Promise.all([
        cache.findLatest(linkId),
        clicks.findLatest(linkId, since),
      ]);
      if (cached === undefined || new Date(cached.occurredAt) < since) return projected;
      if (projected === undefined) return cached;
      return cached.occurredAt >= projected.occurredAt ? cached : projected;
    },
  };
}

import { type CampaignLimits, type CampaignSnapshot } from '@tributary/contracts';
import { type Logger } from '@tributary/service';
import { DAY_SECONDS } from '@tributary/units';
import { type Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { beginOf, isLimited, periodsAt, type Span, spans } from '../domain/limits.ts';
import { within } from '../workflows/deadline.ts';
import { type CountClicks } from './count-clicks.ts';

/** Longer than the span, so that no count is lost before its end. A total is kept for good. */
const KEPT_S: Readonly<Record<Span, number>> = {
  daily: 2 * DAY_SECONDS,
  weekly: 9 * DAY_SECONDS,
  monthly: 33 * DAY_SECONDS,
  total: 0,
};
const KNOWN_COUNTS = 20_000;
/** Redirects wait this long for clicks to be counted; then they go on, and the counting too. */
const COUNT_WAIT_MS = 300;
/** After counting has failed, ms. */
const COUNT_AGAIN_MS = 5_000;

// Counts in all spans or, where one is full, in none: in one step, so that parallel clicks cannot pass.
// ARGV: whether a count that is missing may be begun here, then for each key its limit, how long it is
// kept, and the least it can be. Answers -1 where one is missing, else whether the click counts, then all counts.
const COUNT = `local counts, fits = {}, 1
for at, key in ipairs(KEYS) do
  local count = redis.call('GET', key)
  if not count and ARGV[1] == '0' then return {-1} end
  counts[at] = math.max(tonumber(count or '0'), tonumber(ARGV[3 * at + 1]))
  if counts[at] >= tonumber(ARGV[3 * at - 1]) then fits = 0 end
end
for at, key in ipairs(KEYS) do
  counts[at] = counts[at] + fits
  local kept = tonumber(ARGV[3 * at])
  if kept > 0 then redis.call('SET', key, counts[at], 'EX', kept)
  else redis.call('SET', key, counts[at]) end
end
return {fits, unpack(counts)}`;

/** Counts clicks against their campaign's caps. */
export interface ClickCaps {
  /**
   * Whether the click is within them; counts it if so. While Redis is away every click is: a click by
   * itself costs nothing, and the conversions have caps of their own.
   */
  admit(campaign: CampaignSnapshot, now: Date): Promise<boolean>;
}

interface ClickCapsParts {
  readonly redis: Redis;
  readonly namespace: string;
  readonly countClicks: CountClicks;
  readonly log: Logger;
}

/** What is counted in one period. */
interface Slot {
  readonly key: string;
  readonly limit: number;
  readonly keptS: number;
  readonly since: Date;
}

const slotsOf = (prefix: string, limits: CampaignLimits, now: Date): Slot[] => {
  const periods = periodsAt(now);
  return spans.flatMap((span) => {
    const limit = limits[span];
    const period = periods[span];
    const key = `${prefix}:${period}`;
    return limit === null ? [] : [{ key, limit, keptS: KEPT_S[span], since: beginOf(period) }];
  });
};

/** The highest counts that this instance knows of: within a period they never sink. */
const openKnown = () => {
  const counts = new LRUCache<string, number>({ max: KNOWN_COUNTS });
  const compared = new LRUCache<string, true>({ max: KNOWN_COUNTS });
  return {
    of: ({ key }: Slot): number => counts.get(key) ?? 0,
    raise: ({ key }: Slot, count: number): void => {
      counts.set(key, Math.max(count, counts.get(key) ?? 0));
    },
    /** Whether it was held against the stored clicks, and no click since went uncounted. */
    isCompared: ({ key }: Slot): boolean => compared.has(key),
    noteCompared: ({ key }: Slot): void => {
      compared.set(key, true);
    },
    doubt: ({ key }: Slot): void => {
      compared.delete(key);
    },
  };
};
type Known = ReturnType<typeof openKnown>;

/** Counts the clicks that are stored, once for all that ask at the same time. */
function createRecount({ countClicks, log }: ClickCapsParts, known: Known) {
  const running = new Map<string, { readonly startedAt: number; readonly done: Promise<void> }>();

  const count = async (campaign: CampaignSnapshot, slots: readonly Slot[]): Promise<void> => {
    const begins = slots.map(({ since }) => since);
    const stored = await countClicks(campaign, begins);
    for (const [at, slot] of slots.entries()) {
      known.raise(slot, stored[at] ?? 0);
      known.noteCompared(slot);
    }
  };

  return (campaign: CampaignSnapshot, slots: readonly Slot[]): Promise<void> => {
    const name = slots.map(({ key }) => key).join(' ');
    const begin = () => {
      const done = count(campaign, slots).then(
        () => {
          running.delete(name);
        },
        (error: unknown) => {
          log.warn({ err: error }, 'the clicks against a cap could not be counted');
          setTimeout(() => running.delete(name), COUNT_AGAIN_MS).unref();
        },
      );
      const begun = { startedAt: performance.now(), done };
      running.set(name, begun);
      return begun;
    };
    const { startedAt, done } = running.get(name) ?? begin();
    const leftMs = startedAt + COUNT_WAIT_MS - performance.now();
    return within(Math.max(0, leftMs), done, () => undefined);
  };
}

/**
 * Opens the counts in Redis. One that is not there, or that this instance has not met yet, begins with
 * the clicks that are stored, or with what this instance knows where that is more: those of the last
 * moments are not stored yet.
 */
export function openClickCaps(parts: ClickCapsParts): ClickCaps {
  const { redis, namespace } = parts;
  const known = openKnown();
  const recount = createRecount(parts, known);

  /** Undefined where a count is missing that may not be begun. */
  const count = async (slots: readonly Slot[], mayBegin: boolean): Promise<boolean | undefined> => {
    const values = slots.flatMap((slot) => [slot.limit, slot.keptS, known.of(slot)]);
    const keys = slots.map(({ key }) => key);
    const answer = await redis.eval(COUNT, keys.length, ...keys, mayBegin ? 1 : 0, ...values);
    const [fits, ...counts] = answer as number[];
    if (fits === -1) return undefined;
    for (const [at, slot] of slots.entries()) known.raise(slot, counts[at] ?? 0);
    return fits === 1;
  };

  const admit = async (campaign: CampaignSnapshot, slots: readonly Slot[]): Promise<boolean> => {
    if (slots.some((slot) => known.of(slot) >= slot.limit)) return false;
    const isCompared = slots.every(known.isCompared);
    if (!isCompared) await recount(campaign, slots);
    const counted = await count(slots, !isCompared);
    if (counted !== undefined) return counted;
    await recount(campaign, slots);
    return (await count(slots, true)) === true;
  };

  return {
    admit: async (campaign, now) => {
      const limits = campaign.caps?.clicks;
      if (!isLimited(limits)) return true;
      const slots = slotsOf(`${namespace}click-cap:${campaign.campaignId}`, limits, now);
      try {
        if (redis.status === 'ready') return await admit(campaign, slots);
      } catch {
        // As where it is known to be away.
      }
      // Clicks that nobody counts come in now: they are counted from the store when Redis is back.
      for (const slot of slots) known.doubt(slot);
      return true;
    },
  };
}

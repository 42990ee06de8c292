import {
  type CampaignLimits,
  type CampaignSnapshot,
  isLimited,
  periodsAt,
  type Span,
  spans,
} from '@tributary/contracts';
import { type Logger, withTimeout } from '@tributary/service';
import { DAY_SECONDS } from '@tributary/units';
import { type Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { startOfPeriod } from '../domain/campaign-limits.ts';
import { type CountClicks } from './count-clicks.ts';

/** Retention of counts: longer than the span, so that no count expires early. Totals do not expire. */
const RETENTION_S: Readonly<Record<Span, number>> = {
  daily: 2 * DAY_SECONDS,
  weekly: 9 * DAY_SECONDS,
  monthly: 33 * DAY_SECONDS,
  total: 0,
};
const MAX_KNOWN_COUNTS = 20_000;
/** Maximum wait of a redirect for a recount, ms; the recount continues afterwards. */
const COUNT_WAIT_MS = 300;
/** Pause after a failed recount, ms. */
const RECOUNT_RETRY_MS = 5_000;

// Counts a click in all spans or, where one is full, in none; atomically, so that parallel clicks cannot
// exceed a limit. ARGV: whether missing counts may be created, then for each key its limit, its retention
// and its minimum. Returns -1 where a count is missing, else whether the click counts, then all counts.
const COUNT = `local counts, fits = {}, 1
for at, key in ipairs(KEYS) do
  local count = redis.call('GET', key)
  if not count and ARGV[1] == '0' then return {-1} end
  counts[at] = math.max(tonumber(count or '0'), tonumber(ARGV[3 * at + 1]))
  if counts[at] >= tonumber(ARGV[3 * at - 1]) then fits = 0 end
end
for at, key in ipairs(KEYS) do
  counts[at] = counts[at] + fits
  local retention = tonumber(ARGV[3 * at])
  if retention > 0 then redis.call('SET', key, counts[at], 'EX', retention)
  else redis.call('SET', key, counts[at]) end
end
return {fits, unpack(counts)}`;

/** Counts clicks against their campaign's caps. */
export interface ClickCaps {
  /**
   * Counts a click; false where a cap is reached. While Redis is unavailable every click is admitted: a
   * click alone costs nothing, and conversions have caps of their own.
   */
  admit(campaign: CampaignSnapshot, now: Date): Promise<boolean>;
}

interface ClickCapsParts {
  readonly redis: Redis;
  readonly namespace: string;
  readonly countClicks: CountClicks;
  readonly log: Logger;
}

/** The count of one period. */
interface Slot {
  readonly key: string;
  readonly limit: number;
  readonly retentionS: number;
  readonly since: Date;
}

const slotsOf = (prefix: string, limits: CampaignLimits, now: Date): Slot[] => {
  const periods = periodsAt(now);
  return spans.flatMap((span) => {
    const limit = limits[span];
    const period = periods[span];
    const key = `${prefix}:${period}`;
    return limit === null
      ? []
      : [{ key, limit, retentionS: RETENTION_S[span], since: startOfPeriod(period) }];
  });
};

/** The highest counts known to this instance: within a period they never decrease. */
const openKnown = () => {
  const counts = new LRUCache<string, number>({ max: MAX_KNOWN_COUNTS });
  const compared = new LRUCache<string, true>({ max: MAX_KNOWN_COUNTS });
  return {
    of: ({ key }: Slot): number => counts.get(key) ?? 0,
    raise: ({ key }: Slot, count: number): void => {
      counts.set(key, Math.max(count, counts.get(key) ?? 0));
    },
    /** Whether the count was compared with the stored clicks, and no click since went uncounted. */
    isCompared: ({ key }: Slot): boolean => compared.has(key),
    markCompared: ({ key }: Slot): void => {
      compared.set(key, true);
    },
    markUncertain: ({ key }: Slot): void => {
      compared.delete(key);
    },
  };
};
type Known = ReturnType<typeof openKnown>;

/** Counts the stored clicks; concurrent callers share one recount. */
function createRecount({ countClicks, log }: ClickCapsParts, known: Known) {
  const running = new Map<string, { readonly startedAt: number; readonly done: Promise<void> }>();

  const count = async (campaign: CampaignSnapshot, slots: readonly Slot[]): Promise<void> => {
    const begins = slots.map(({ since }) => since);
    const stored = await countClicks(campaign, begins);
    for (const [at, slot] of slots.entries()) {
      known.raise(slot, stored[at] ?? 0);
      known.markCompared(slot);
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
          log.warn({ err: error }, 'the stored clicks of a capped campaign could not be counted');
          setTimeout(() => running.delete(name), RECOUNT_RETRY_MS).unref();
        },
      );
      const begun = { startedAt: performance.now(), done };
      running.set(name, begun);
      return begun;
    };
    const { startedAt, done } = running.get(name) ?? begin();
    const leftMs = startedAt + COUNT_WAIT_MS - performance.now();
    return withTimeout(Math.max(0, leftMs), done, () => undefined);
  };
}

/**
 * Opens the counts in Redis. A count that is missing, or new to this instance, starts from the stored
 * clicks, or from this instance's own count where that is higher: the latest clicks are not stored yet.
 */
export function openClickCaps(parts: ClickCapsParts): ClickCaps {
  const { redis, namespace } = parts;
  const known = openKnown();
  const recount = createRecount(parts, known);

  /** Undefined where a count is missing and must not be created. */
  const count = async (
    slots: readonly Slot[],
    mayCreate: boolean,
  ): Promise<boolean | undefined> => {
    const values = slots.flatMap((slot) => [slot.limit, slot.retentionS, known.of(slot)]);
    const keys = slots.map(({ key }) => key);
    const result = await redis.eval(COUNT, keys.length, ...keys, mayCreate ? 1 : 0, ...values);
    const [fits, ...counts] = result as number[];
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
        // Handled like a known outage.
      }
      // This click goes uncounted; the stored clicks are recounted when Redis is back.
      for (const slot of slots) known.markUncertain(slot);
      return true;
    },
  };
}

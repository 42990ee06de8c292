import {
  type CampaignLimits,
  type CampaignSnapshot,
  isLimited,
  periodsAt,
  type Span,
  spans,
} from '@tributary/contracts';
import { type Logger, slotTag } from '@tributary/service';
import { withTimeout, keepLastUsed } from '@tributary/work';
import { DAY_SECONDS, MINUTE_MS, SECOND_MS } from '@tributary/units';
import { type Redis } from 'ioredis';
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
/** How often a count that may be too low is compared with the stored clicks, ms. */
const COMPARE_EVERY_MS = 5 * SECOND_MS;
/** When the clicks of a moment are stored at the latest, however far the projection is behind, ms. */
const STORED_WITHIN_MS = MINUTE_MS;

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
   * Counts a click; false where a cap is reached. While Redis is unavailable each instance counts its own clicks beside
   * the stored ones, so that a cap is exceeded by no more than what other instances have not stored yet.
   */
  admit(campaign: CampaignSnapshot, now: Date): Promise<boolean>;
}

interface ClickCapsParts {
  readonly redis: Redis;
  readonly namespace: string;
  readonly countClicks: CountClicks;
  readonly log: Logger;
  readonly compareEveryMs?: number;
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

/** How certain a count is. Times by the process's own clock, ms. */
interface Certainty {
  /** When a click may have gone uncounted last: at first, when Redis lost the count, and while it is unavailable. */
  readonly doubtedAt: number;
  /** When the count was last compared with the stored clicks. */
  readonly comparedAt: number | undefined;
}

/** The highest counts known to this instance: within a period they never decrease. */
const openKnown = (compareEveryMs: number) => {
  const counts = keepLastUsed<number>({ max: MAX_KNOWN_COUNTS });
  const certainties = keepLastUsed<Certainty>({ max: MAX_KNOWN_COUNTS });
  const of = ({ key }: Slot): number => counts.get(key) ?? 0;
  const certaintyOf = ({ key }: Slot): Certainty =>
    certainties.get(key) ?? { doubtedAt: performance.now(), comparedAt: undefined };
  return {
    of,
    isFull: (slot: Slot): boolean => of(slot) >= slot.limit,
    raise: (slot: Slot, count: number): void => {
      counts.set(slot.key, Math.max(count, of(slot)));
    },
    isCompared: (slot: Slot): boolean => certaintyOf(slot).comparedAt !== undefined,
    /** Whether to compare again, because clicks before the last comparison may have been stored only after it. */
    isDue: (slot: Slot): boolean => {
      const { doubtedAt, comparedAt } = certaintyOf(slot);
      if (comparedAt === undefined) return true;
      const isFinal = comparedAt > doubtedAt + STORED_WITHIN_MS;
      return !isFinal && performance.now() > comparedAt + compareEveryMs;
    },
    markCompared: (slot: Slot, comparedAt: number): void => {
      certainties.set(slot.key, { ...certaintyOf(slot), comparedAt });
    },
    doubt: (slot: Slot): void => {
      certainties.set(slot.key, { ...certaintyOf(slot), doubtedAt: performance.now() });
    },
  };
};
type Known = ReturnType<typeof openKnown>;

/** Counts the stored clicks; concurrent callers share one recount. */
function createRecount({ countClicks, log }: ClickCapsParts, known: Known) {
  const running = new Map<string, { readonly startedAt: number; readonly done: Promise<void> }>();

  const count = async (campaign: CampaignSnapshot, slots: readonly Slot[]): Promise<void> => {
    const begins = slots.map(({ since }) => since);
    const startedAt = performance.now();
    const stored = await countClicks(campaign, begins);
    for (const [at, slot] of slots.entries()) {
      known.raise(slot, stored[at] ?? 0);
      known.markCompared(slot, startedAt);
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

/** Counts a click in this process alone; false where a cap is reached. */
function admitAlone(known: Known, slots: readonly Slot[]): boolean {
  if (slots.some(known.isFull)) return false;
  for (const slot of slots) {
    known.raise(slot, known.of(slot) + 1);
    known.doubt(slot);
  }
  return true;
}

/**
 * Opens the counts in Redis. A count that is missing, or new to this instance, starts from the stored clicks, or from
 * this instance's own count where that is higher. It is compared again until the clicks that were not stored then are.
 */
export function openClickCaps(parts: ClickCapsParts): ClickCaps {
  const { redis, namespace, compareEveryMs = COMPARE_EVERY_MS } = parts;
  const known = openKnown(compareEveryMs);
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

  const admit = async (
    campaign: CampaignSnapshot,
    slots: readonly Slot[],
    isNew: boolean,
  ): Promise<boolean> => {
    const counted = await count(slots, isNew);
    if (counted !== undefined) return counted;
    for (const slot of slots) known.doubt(slot);
    await recount(campaign, slots);
    return (await count(slots, true)) === true;
  };

  return {
    admit: async (campaign, now) => {
      const limits = campaign.caps?.clicks;
      if (!isLimited(limits)) return true;
      const id = slotTag(redis, campaign.campaignId);
      const slots = slotsOf(`${namespace}click-cap:${id}`, limits, now);
      if (slots.some(known.isFull)) return false;
      const isNew = !slots.every(known.isCompared);
      const compared = slots.some(known.isDue) ? recount(campaign, slots) : undefined;
      if (isNew) await compared;
      try {
        if (redis.status === 'ready') return await admit(campaign, slots, isNew);
      } catch {
        // Handled like a known outage.
      }
      return admitAlone(known, slots);
    },
  };
}

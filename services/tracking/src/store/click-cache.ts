import { clickRow, type ClickRow } from '@tributary/contracts';
import { type Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { createBatcher } from '@tributary/service';
import { DAY_SECONDS } from '@tributary/units';

/** Claims of today that this instance knows of, so that it need not ask, and while Redis is away. */
const KNOWN_CLAIMS = 20_000;
const RECENT_CLICKS = 4_000;
/** Of all recent clicks together, characters; four times what as many usual ones have. */
const RECENT_CHARACTERS = 16_000_000;
const MAX_ITEMS = 500;
const MAX_WAITING = 20_000;

/** A click as JSON, which Kafka, Redis and the spool get alike, with what is asked of it before. */
export interface WrittenClick {
  readonly clickId: string;
  readonly linkId: string;
  readonly occurredAt: Date;
  /** Whether it is a person's and counts: the first of the day, or one more. */
  readonly countable: boolean;
  readonly text: string;
  /** The name that the visitor is given with the answer, and is to be known by from then on. */
  readonly newcomer?: Visitor | undefined;
}

/** Somebody on a link, on a day. */
export interface Visitor {
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  readonly linkId: string;
  readonly visitor: string;
}

/** What the redirect leaves in Redis for the moments after it. */
export interface ClickCache {
  /** Whether the visitor was not there before on that day; claims it. At once where that is known. */
  claimFirst(visitor: Visitor): boolean | Promise<boolean>;
  /**
   * Keeps clicks for the conversions that follow, and the newcomers' names. Never rejects: the
   * projection has the clicks too.
   */
  keepAll(clicks: readonly WrittenClick[]): Promise<void>;
  find(clickId: string): Promise<ClickRow | undefined>;
  /** The latest countable click of a link. */
  findLatest(linkId: string): Promise<ClickRow | undefined>;
  /** Known to this instance only; for clicks that are not answered yet. */
  remember(click: WrittenClick): void;
}

const parsed = (text: string | null | undefined): ClickRow | undefined => {
  if (text === null || text === undefined) return undefined;
  const row = clickRow.safeParse(JSON.parse(text));
  return row.success ? row.data : undefined;
};

// One command for a whole batch: a third of what as many commands in a pipeline cost this process.
const CLAIM = `local answers = {}
for at, key in ipairs(KEYS) do
  answers[at] = redis.call('SET', key, '1', 'EX', ARGV[1], 'NX') and 1 or 0
end
return answers`;
const FIND = `local texts = {}
for at, key in ipairs(KEYS) do texts[at] = redis.call('HGET', key, ARGV[at]) end
return texts`;
// KEYS: boxes of clicks, links, newcomers. ARGV: how long each kind is kept, how many boxes and links,
// the latest click of each link, then for each box how many arguments it gets, and those.
const KEEP = `local boxes, links = tonumber(ARGV[3]), tonumber(ARGV[4])
local from = 5 + links
for at = 1, boxes do
  local size = tonumber(ARGV[from])
  redis.call('HSET', KEYS[at], unpack(ARGV, from + 1, from + size))
  redis.call('EXPIRE', KEYS[at], ARGV[1])
  from = from + 1 + size
end
for at = 1, links do
  redis.call('SET', KEYS[boxes + at], ARGV[4 + at], 'EX', ARGV[1])
end
for at = boxes + links + 1, #KEYS do
  redis.call('SET', KEYS[at], '1', 'EX', ARGV[2])
end`;

/** Two days, so that no clock of an instance ends a day early. */
const CLAIM_S = 2 * DAY_SECONDS;

type Keys = ReturnType<typeof keysWith>;

/** Of an id that begins with its time: a quarter of a second. */
const BOX_DIGITS = 11;

const keysWith = (prefix: string) => ({
  seen: ({ day, linkId, visitor }: Visitor) => `${prefix}seen:${day}:${linkId}:${visitor}`,
  /**
   * Clicks of the same moment lie in one hash, which Redis takes in one command; small enough to be
   * dropped in a millisecond.
   */
  box: (clickId: string) => `${prefix}clicks:${clickId.slice(0, BOX_DIGITS)}`,
  lastClick: (linkId: string) => `${prefix}last-click:${linkId}`,
});

function createClaims(redis: Redis, keys: Keys) {
  const known = new LRUCache<string, true>({ max: KNOWN_CLAIMS });
  const claimLocally = (key: string): boolean => {
    const isFirst = !known.has(key);
    known.set(key, true);
    return isFirst;
  };
  const claims = createBatcher<string, boolean>({
    maxItems: MAX_ITEMS,
    maxWaiting: MAX_WAITING,
    run: async (batch) => {
      try {
        const answers = (await redis.eval(CLAIM, batch.length, ...batch, CLAIM_S)) as number[];
        for (const key of batch) known.set(key, true);
        return answers.map((answer) => answer === 1);
      } catch {
        return batch.map(claimLocally);
      }
    },
  });
  return {
    // What was claimed stays claimed for the day.
    claimFirst: (visitor: Visitor): boolean | Promise<boolean> => {
      const key = keys.seen(visitor);
      return known.get(key) === true ? false : claims.add(key);
    },
    remember: (visitor: Visitor): void => {
      known.set(keys.seen(visitor), true);
    },
  };
}

function keepArguments(keys: Keys, clicks: readonly WrittenClick[]) {
  const boxes = new Map<string, string[]>();
  const links = new Map<string, string>();
  const seen: string[] = [];
  for (const { clickId, linkId, countable, text, newcomer } of clicks) {
    const box = keys.box(clickId);
    const rows = boxes.get(box);
    if (rows === undefined) boxes.set(box, [clickId, text]);
    else rows.push(clickId, text);
    if (countable) links.set(linkId, clickId);
    if (newcomer !== undefined) seen.push(keys.seen(newcomer));
  }
  return { boxes, links, seen };
}

const createKeeper =
  (redis: Redis, keys: Keys, hotSeconds: number) =>
  async (clicks: readonly WrittenClick[]): Promise<void> => {
    const { boxes, links, seen } = keepArguments(keys, clicks);
    const names = [...boxes.keys()];
    for (const linkId of links.keys()) names.push(keys.lastClick(linkId));
    const values: (string | number)[] = [hotSeconds, CLAIM_S, boxes.size, links.size];
    values.push(...links.values());
    for (const rows of boxes.values()) values.push(rows.length, ...rows);
    await redis.eval(KEEP, names.length + seen.length, ...names, ...seen, ...values);
  };

function createFinder(redis: Redis, keys: Keys) {
  return createBatcher<string, ClickRow | undefined>({
    maxItems: MAX_ITEMS,
    maxWaiting: MAX_WAITING,
    run: async (ids) => {
      const texts = await redis.eval(FIND, ids.length, ...ids.map(keys.box), ...ids);
      return (texts as (string | null)[]).map(parsed);
    },
  });
}

/** Opens the cache. While Redis is away it answers from this process, or not at all. */
export function openClickCache(
  redis: Redis,
  settings: { namespace: string; hotSeconds: number },
): ClickCache {
  const keys = keysWith(settings.namespace);
  const recent = new LRUCache<string, string>({
    max: RECENT_CLICKS,
    maxSize: RECENT_CHARACTERS,
    sizeCalculation: (text) => text.length,
  });
  const claims = createClaims(redis, keys);
  const keepAll = createKeeper(redis, keys, settings.hotSeconds);
  const finder = createFinder(redis, keys);
  const find = async (clickId: string): Promise<ClickRow | undefined> => {
    const text = recent.get(clickId);
    // Written by this process, so that it needs no check.
    return text === undefined
      ? finder.add(clickId).catch(() => undefined)
      : (JSON.parse(text) as ClickRow);
  };

  return {
    claimFirst: claims.claimFirst,
    keepAll: async (clicks) => {
      try {
        await keepAll(clicks);
      } catch {
        for (const { newcomer } of clicks) if (newcomer !== undefined) claims.remember(newcomer);
      }
    },
    find,
    findLatest: async (linkId) => {
      const id = await redis.get(keys.lastClick(linkId)).catch(() => null);
      return id === null ? undefined : find(id);
    },
    remember: ({ clickId, text }) => {
      recent.set(clickId, text);
    },
  };
}

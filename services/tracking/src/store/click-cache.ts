import { clickRow, type ClickRow } from '@tributary/contracts';
import { DAY_SECONDS } from '@tributary/units';
import { type Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { createBatcher } from '@tributary/work';

/** Claims of today that this instance knows, to save calls to Redis and for its outages. */
const MAX_KNOWN_CLAIMS = 20_000;
const RECENT_CLICKS = 4_000;
/** Total size of the recent clicks, characters: four times the usual size of as many clicks. */
const RECENT_CHARACTERS = 16_000_000;
const MAX_ITEMS = 500;
const MAX_WAITING = 20_000;

/** A click as JSON, in the form of Kafka, Redis and the spool, with the fields that writing it needs. */
export interface SerializedClick {
  readonly clickId: string;
  readonly linkId: string;
  readonly occurredAt: Date;
  /** Whether it is a person's click: the first of the day, or a repeated one. */
  readonly countable: boolean;
  readonly json: string;
  /** The visitor under the id of the cookie that the answer sets. */
  readonly newVisitor?: DailyVisitor | undefined;
}

/** A visitor of a link on a day. */
export interface DailyVisitor {
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  readonly linkId: string;
  readonly visitor: string;
}

/** Recent clicks and daily visitors in Redis. */
export interface ClickCache {
  /** Claims the visitor's first click of the day; false where claimed before. Synchronous where known. */
  claimFirst(visitor: DailyVisitor): boolean | Promise<boolean>;
  /**
   * Saves clicks for the conversions that follow, and claims for new visitors. Never rejects, because the
   * projection stores the clicks too.
   */
  saveAll(clicks: readonly SerializedClick[]): Promise<void>;
  find(clickId: string): Promise<ClickRow | undefined>;
  /** The latest countable click of a link. */
  findLatest(linkId: string): Promise<ClickRow | undefined>;
  /** Saves a click in this process only, before it is durable. */
  saveLocally(click: SerializedClick): void;
}

const parsed = (text: string | null | undefined): ClickRow | undefined => {
  if (text === null || text === undefined) return undefined;
  const row = clickRow.safeParse(JSON.parse(text));
  return row.success ? row.data : undefined;
};

// One command for a whole batch costs this process a third of as many commands in a pipeline.
const CLAIM = `local answers = {}
for at, key in ipairs(KEYS) do
  answers[at] = redis.call('SET', key, '1', 'EX', ARGV[1], 'NX') and 1 or 0
end
return answers`;
const FIND = `local texts = {}
for at, key in ipairs(KEYS) do texts[at] = redis.call('HGET', key, ARGV[at]) end
return texts`;
// KEYS: boxes of clicks, links, new visitors. ARGV: retention of clicks and of claims, number of boxes and
// of links, the latest click of each link, then for each box the number of its arguments, and these.
const SAVE = `local boxes, links = tonumber(ARGV[3]), tonumber(ARGV[4])
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

/** Two days, so that differing clocks end no day early. */
const CLAIM_S = 2 * DAY_SECONDS;

type Keys = ReturnType<typeof keysWith>;

/** Leading digits of an id, which begins with its time: they change every quarter of a second. */
const BOX_DIGITS = 11;

const keysWith = (prefix: string) => ({
  seen: ({ day, linkId, visitor }: DailyVisitor) => `${prefix}seen:${day}:${linkId}:${visitor}`,
  /**
   * Clicks of the same quarter of a second share one hash, which Redis writes in one command, and which is
   * small enough to be deleted in a millisecond.
   */
  box: (clickId: string) => `${prefix}clicks:${clickId.slice(0, BOX_DIGITS)}`,
  lastClick: (linkId: string) => `${prefix}last-click:${linkId}`,
});

function createClaims(redis: Redis, keys: Keys) {
  const known = new LRUCache<string, true>({ max: MAX_KNOWN_CLAIMS });
  const claimInProcess = (key: string): boolean => {
    const isFirst = !known.has(key);
    known.set(key, true);
    return isFirst;
  };
  const claims = createBatcher<string, boolean>({
    maxItems: MAX_ITEMS,
    maxWaiting: MAX_WAITING,
    run: async (batch) => {
      try {
        const results = (await redis.eval(CLAIM, batch.length, ...batch, CLAIM_S)) as number[];
        for (const key of batch) known.set(key, true);
        return results.map((result) => result === 1);
      } catch {
        return batch.map(claimInProcess);
      }
    },
  });
  return {
    // A claim holds for the whole day.
    claimFirst: (visitor: DailyVisitor): boolean | Promise<boolean> => {
      const key = keys.seen(visitor);
      return known.get(key) === true ? false : claims.add(key);
    },
    claimLocally: (visitor: DailyVisitor): void => {
      known.set(keys.seen(visitor), true);
    },
  };
}

function saveArguments(keys: Keys, clicks: readonly SerializedClick[]) {
  const boxes = new Map<string, string[]>();
  const links = new Map<string, string>();
  const seen: string[] = [];
  for (const { clickId, linkId, countable, json, newVisitor } of clicks) {
    const box = keys.box(clickId);
    const rows = boxes.get(box);
    if (rows === undefined) boxes.set(box, [clickId, json]);
    else rows.push(clickId, json);
    if (countable) links.set(linkId, clickId);
    if (newVisitor !== undefined) seen.push(keys.seen(newVisitor));
  }
  return { boxes, links, seen };
}

const createSaver =
  (redis: Redis, keys: Keys, hotSeconds: number) =>
  async (clicks: readonly SerializedClick[]): Promise<void> => {
    const { boxes, links, seen } = saveArguments(keys, clicks);
    const names = [...boxes.keys()];
    for (const linkId of links.keys()) names.push(keys.lastClick(linkId));
    const values: (string | number)[] = [hotSeconds, CLAIM_S, boxes.size, links.size];
    values.push(...links.values());
    for (const rows of boxes.values()) values.push(rows.length, ...rows);
    await redis.eval(SAVE, names.length + seen.length, ...names, ...seen, ...values);
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

/** Opens the cache. While Redis is unavailable, only the clicks and claims of this process are known. */
export function openClickCache(
  redis: Redis,
  settings: { namespace: string; hotSeconds: number },
): ClickCache {
  const keys = keysWith(settings.namespace);
  const recent = new LRUCache<string, string>({
    max: RECENT_CLICKS,
    maxSize: RECENT_CHARACTERS,
    sizeCalculation: (json) => json.length,
  });
  const claims = createClaims(redis, keys);
  const saveAll = createSaver(redis, keys, settings.hotSeconds);
  const finder = createFinder(redis, keys);
  const find = async (clickId: string): Promise<ClickRow | undefined> => {
    const json = recent.get(clickId);
    // This process wrote the JSON, so that it needs no validation.
    return json === undefined
      ? finder.add(clickId).catch(() => undefined)
      : (JSON.parse(json) as ClickRow);
  };

  return {
    claimFirst: claims.claimFirst,
    saveAll: async (clicks) => {
      try {
        await saveAll(clicks);
      } catch {
        for (const { newVisitor } of clicks) {
          if (newVisitor !== undefined) claims.claimLocally(newVisitor);
        }
      }
    },
    find,
    findLatest: async (linkId) => {
      const id = await redis.get(keys.lastClick(linkId)).catch(() => null);
      return id === null ? undefined : find(id);
    },
    saveLocally: ({ clickId, json }) => {
      recent.set(clickId, json);
    },
  };
}

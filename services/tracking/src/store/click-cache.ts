import { clickBatch, clickRow, type ClickRow } from '@tributary/contracts';
import { DAY_SECONDS } from '@tributary/units';
import { type Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { createBatcher } from '@tributary/work';
import { isCountable } from '../domain/click.ts';
import { decodeClicks } from '../domain/click-batch.ts';
import { type ClickParts } from '../domain/click-parts.ts';

/** Claims of today that this instance knows, to save calls to Redis and for its outages. */
const MAX_KNOWN_CLAIMS = 20_000;
/** A generation of recent clicks; there are two. */
const RECENT_CLICKS = 2_000;
/** Size of a generation, characters: several times the usual size of as many clicks. */
const RECENT_CHARACTERS = 4_000_000;
const MAX_ITEMS = 500;
const MAX_WAITING = 20_000;

/** A click with its JSON as a batch of one. */
export interface CachedClick {
  readonly parts: ClickParts;
  readonly json: string;
  /** The visitor under the id of the cookie that the answer sets, for a visitor without one. */
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
  /** Claims the visitor's first click of the day; false where claimed before. */
  claimFirst(visitor: DailyVisitor): boolean | Promise<boolean>;
  /** The same for the visitors of a batch in their order. Synchronous where all were claimed before. */
  claimAll(visitors: readonly DailyVisitor[]): readonly boolean[] | Promise<readonly boolean[]>;
  /**
   * Saves clicks for the conversions that follow, and claims for new visitors. Never rejects, because the
   * projection stores the clicks too.
   */
  saveAll(clicks: readonly CachedClick[]): Promise<void>;
  find(clickId: string): Promise<ClickRow | undefined>;
  /** The latest countable click of a link. */
  findLatest(linkId: string): Promise<ClickRow | undefined>;
  /** Saves a click in this process only, before it is durable. */
  saveLocally(click: CachedClick): void;
}

/** A stored click: a batch of one or, from instances of the version before, a row. */
function parsed(text: string): ClickRow | undefined {
  const stored: unknown = JSON.parse(text);
  const batch = clickBatch.safeParse(stored);
  if (batch.success) return decodeClicks(batch.data)[0];
  const row = clickRow.safeParse(stored);
  return row.success ? row.data : undefined;
}

// One command for a whole batch costs this process a third of as many commands in a pipeline.
const CLAIM = `local answers = {}
for at, key in ipairs(KEYS) do
  answers[at] = redis.call('SET', key, '1', 'EX', ARGV[1], 'NX') and 1 or 0
end
return answers`;
const FIND = `local texts = {}
for at, key in ipairs(KEYS) do texts[at] = redis.call('HGET', key, ARGV[at]) end
return texts`;
// KEYS: links, new visitors. ARGV: retention of clicks and of claims, number of links, the latest click of each.
const MARK = `local links = tonumber(ARGV[3])
for at = 1, links do redis.call('SET', KEYS[at], ARGV[3 + at], 'EX', ARGV[1]) end
for at = links + 1, #KEYS do redis.call('SET', KEYS[at], '1', 'EX', ARGV[2]) end`;

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
  /** Claims keys that this instance does not know. */
  const claim = async (unknown: readonly string[]): Promise<boolean[]> => {
    try {
      const results = (await redis.eval(CLAIM, unknown.length, ...unknown, CLAIM_S)) as number[];
      for (const key of unknown) known.set(key, true);
      return results.map((result) => result === 1);
    } catch {
      return unknown.map(claimInProcess);
    }
  };
  const claims = createBatcher<string, boolean>({
    maxItems: MAX_ITEMS,
    maxWaiting: MAX_WAITING,
    run: claim,
  });
  return {
    // A claim holds for the whole day.
    claimFirst: (visitor: DailyVisitor): boolean | Promise<boolean> => {
      const key = keys.seen(visitor);
      return known.get(key) === true ? false : claims.add(key);
    },
    claimAll: (visitors: readonly DailyVisitor[]) => {
      const wanted = visitors.map(keys.seen);
      const unknown = wanted.filter((key) => known.get(key) !== true);
      if (unknown.length === 0) return wanted.map(() => false);
      return claim([...new Set(unknown)]).then((results) => firstOfEach(wanted, unknown, results));
    },
    claimLocally: (visitor: DailyVisitor): void => {
      known.set(keys.seen(visitor), true);
    },
  };
}

/** For each key whether it is its first in the batch and was claimed now. */
function firstOfEach(
  wanted: readonly string[],
  unknown: readonly string[],
  results: readonly boolean[],
): boolean[] {
  const won = new Set([...new Set(unknown)].filter((_, at) => results[at] === true));
  return wanted.map((key) => won.delete(key));
}

function marksOf(keys: Keys, clicks: readonly CachedClick[]) {
  const boxes = new Map<string, string[]>();
  const links = new Map<string, string>();
  const seen: string[] = [];
  for (const { parts, json, newVisitor } of clicks) {
    const { clickId } = parts;
    const box = keys.box(clickId);
    const rows = boxes.get(box);
    if (rows === undefined) boxes.set(box, [clickId, json]);
    else rows.push(clickId, json);
    if (!isCountable(parts)) continue;
    links.set(parts.link.linkId, clickId);
    // The next click with the new cookie is a repeated one.
    if (newVisitor !== undefined) seen.push(keys.seen(newVisitor));
  }
  return { boxes, links, seen };
}

const createSaver =
  (redis: Redis, keys: Keys, hotSeconds: number) =>
  async (clicks: readonly CachedClick[]): Promise<void> => {
    const { boxes, links, seen } = marksOf(keys, clicks);
    const pipeline = redis.pipeline();
    for (const [box, rows] of boxes) pipeline.hset(box, ...rows).expire(box, hotSeconds);
    const marked = [...Array.from(links.keys(), keys.lastClick), ...seen];
    if (marked.length > 0) {
      const retention = [hotSeconds, CLAIM_S, links.size];
      pipeline.eval(MARK, marked.length, ...marked, ...retention, ...links.values());
    }
    const results = (await pipeline.exec()) ?? [];
    for (const [error] of results) if (error !== null) throw error;
  };

/** The latest clicks of this process. Two generations cost each click less than a list by age. */
function createRecent() {
  let younger = new Map<string, string>();
  let older = new Map<string, string>();
  let characters = 0;
  return {
    get: (clickId: string): string | undefined => younger.get(clickId) ?? older.get(clickId),
    add: (clickId: string, json: string): void => {
      if (younger.size >= RECENT_CLICKS || characters >= RECENT_CHARACTERS) {
        older = younger;
        younger = new Map();
        characters = 0;
      }
      younger.set(clickId, json);
      characters += json.length;
    },
  };
}

function createFinder(redis: Redis, keys: Keys) {
  return createBatcher<string, ClickRow | undefined>({
    maxItems: MAX_ITEMS,
    maxWaiting: MAX_WAITING,
    run: async (ids) => {
      const texts = await redis.eval(FIND, ids.length, ...ids.map(keys.box), ...ids);
      return (texts as (string | null)[]).map((text) => (text === null ? undefined : parsed(text)));
    },
  });
}

/** Opens the cache. While Redis is unavailable, only the clicks and claims of this process are known. */
export function openClickCache(
  redis: Redis,
  settings: { namespace: string; hotSeconds: number },
): ClickCache {
  const keys = keysWith(settings.namespace);
  const recent = createRecent();
  const claims = createClaims(redis, keys);
  const saveAll = createSaver(redis, keys, settings.hotSeconds);
  const finder = createFinder(redis, keys);
  const find = async (clickId: string): Promise<ClickRow | undefined> => {
    const json = recent.get(clickId);
    return json === undefined ? finder.add(clickId).catch(() => undefined) : parsed(json);
  };

  return {
    claimFirst: claims.claimFirst,
    claimAll: claims.claimAll,
    saveAll: async (clicks) => {
      try {
        await saveAll(clicks);
      } catch {
        for (const { parts, newVisitor } of clicks) {
          if (newVisitor !== undefined && isCountable(parts)) claims.claimLocally(newVisitor);
        }
      }
    },
    find,
    findLatest: async (linkId) => {
      const id = await redis.get(keys.lastClick(linkId)).catch(() => null);
      return id === null ? undefined : find(id);
    },
    saveLocally: ({ parts, json }) => {
      recent.add(parts.clickId, json);
    },
  };
}

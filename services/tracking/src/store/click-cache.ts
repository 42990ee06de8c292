import { clickBatch, clickRow, type ClickRow } from '@tributary/contracts';
import { type RedisCommand, runBySlot, sendTogether, slotTag } from '@tributary/service';
import { DAY_SECONDS } from '@tributary/units';
import { type Redis } from 'ioredis';
import { createBatcher, keepLastUsed } from '@tributary/work';
import { isCountable } from '../domain/click.ts';
import { isDenied } from '../domain/consent.ts';
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
  /** Removes clicks of an erased person from Redis and this process. Never rejects: they end by themselves. */
  forget(clickIds: readonly string[]): Promise<void>;
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
// KEYS: claims, then a set of newcomers for each. ARGV: retention, then the member for each.
const CLAIM = `local answers, count = {}, #KEYS / 2
for at = 1, count do
  local isKnown = redis.call('SISMEMBER', KEYS[count + at], ARGV[1 + at]) == 1
  answers[at] = not isKnown and redis.call('SET', KEYS[at], '1', 'EX', ARGV[1], 'NX') and 1 or 0
end
return answers`;
const FIND = `local texts = {}
for at, key in ipairs(KEYS) do texts[at] = redis.call('HGET', key, ARGV[at]) end
return texts`;
// KEYS: links. ARGV: retention, the latest click of each.
const SET_LATEST = `for at, key in ipairs(KEYS) do
  redis.call('SET', key, ARGV[1 + at], 'EX', ARGV[1])
end`;

/** Two days, so that differing clocks end no day early. */
const CLAIM_S = 2 * DAY_SECONDS;

type Keys = ReturnType<typeof keysWith>;

/** Leading digits of an id, which begins with its time: they change every quarter of a second. */
const BOX_DIGITS = 11;

const memberOf = ({ day, linkId, visitor }: DailyVisitor) => `${day}:${linkId}:${visitor}`;

const keysWith = (redis: Redis, prefix: string) => ({
  /** The part of a visitor by which the keys of a claim are in one slot of a cluster. */
  slotOf: ({ visitor }: DailyVisitor) => visitor.slice(0, BOX_DIGITS),
  seen: ({ visitor, ...of }: DailyVisitor) => {
    const tagged = slotTag(redis, visitor.slice(0, BOX_DIGITS)) + visitor.slice(BOX_DIGITS);
    return `${prefix}seen:${memberOf({ ...of, visitor: tagged })}`;
  },
  /**
   * Visitors who got their cookie in the same quarter of a second: a set, because a key for each costs Redis
   * ten times as much.
   */
  newcomers: ({ visitor }: DailyVisitor) =>
    `${prefix}newcomers:${slotTag(redis, visitor.slice(0, BOX_DIGITS))}`,
  /**
   * Clicks of the same quarter of a second share one hash, which Redis writes in one command, and which is
   * small enough to be deleted in a millisecond.
   */
  box: (clickId: string) => `${prefix}clicks:${clickId.slice(0, BOX_DIGITS)}`,
  lastClick: (linkId: string) => `${prefix}last-click:${linkId}`,
});

function createClaims(redis: Redis, keys: Keys) {
  const known = keepLastUsed<true>({ max: MAX_KNOWN_CLAIMS });
  const claimInProcess = (key: string): boolean => {
    const isFirst = !known.has(key);
    known.set(key, true);
    return isFirst;
  };
  const claimInRedis = async (visitors: readonly DailyVisitor[]): Promise<number[]> => {
    const names = [...visitors.map(keys.seen), ...visitors.map(keys.newcomers)];
    const members = visitors.map(memberOf);
    const results = await redis.eval(CLAIM, names.length, ...names, CLAIM_S, ...members);
    return results as number[];
  };
  /** Claims for visitors whom this instance does not know, each once. */
  const claim = async (visitors: readonly DailyVisitor[]): Promise<boolean[]> => {
    const claims = visitors.map(keys.seen);
    try {
      const results = await runBySlot(redis, visitors, { partOf: keys.slotOf, run: claimInRedis });
      for (const key of claims) known.set(key, true);
      return results.map((result) => result === 1);
    } catch {
      return claims.map(claimInProcess);
    }
  };
  const claims = createBatcher<DailyVisitor, boolean>({
    maxItems: MAX_ITEMS,
    maxWaiting: MAX_WAITING,
    run: claim,
  });
  // A claim holds for the whole day.
  const isKnown = (visitor: DailyVisitor): boolean => known.get(keys.seen(visitor)) === true;
  return {
    claimFirst: (visitor: DailyVisitor): boolean | Promise<boolean> =>
      isKnown(visitor) ? false : claims.add(visitor),
    claimAll: (visitors: readonly DailyVisitor[]) => {
      const unknown = new Map<string, DailyVisitor>();
      for (const visitor of visitors) {
        if (!isKnown(visitor)) unknown.set(memberOf(visitor), visitor);
      }
      if (unknown.size === 0) return visitors.map(() => false);
      return claim([...unknown.values()]).then((results) => {
        const first = new Set([...unknown.keys()].filter((_, at) => results[at] === true));
        return visitors.map((visitor) => first.delete(memberOf(visitor)));
      });
    },
    claimLocally: (visitor: DailyVisitor): void => {
      known.set(keys.seen(visitor), true);
    },
  };
}

function marksOf(keys: Keys, clicks: readonly CachedClick[]) {
  const boxes = new Map<string, string[]>();
  const links = new Map<string, string>();
  const newcomers = new Map<string, string[]>();
  for (const { parts, json, newVisitor } of clicks) {
    // Nobody can name a click without identity.
    if (isDenied(parts.consent)) continue;
    const { clickId } = parts;
    addTo(boxes, keys.box(clickId), clickId, json);
    if (!isCountable(parts)) continue;
    links.set(keys.lastClick(parts.link.linkId), clickId);
    // The next click with the new cookie is a repeated one.
    if (newVisitor !== undefined) {
      addTo(newcomers, keys.newcomers(newVisitor), memberOf(newVisitor));
    }
  }
  return { boxes, links, newcomers };
}

function addTo(lists: Map<string, string[]>, key: string, ...values: readonly string[]): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [...values]);
  else list.push(...values);
}

const createSaver =
  (redis: Redis, keys: Keys, hotSeconds: number) =>
  async (clicks: readonly CachedClick[]): Promise<void> => {
    const { boxes, links, newcomers } = marksOf(keys, clicks);
    const commands: RedisCommand[] = [];
    for (const [box, rows] of boxes) {
      commands.push(['hset', box, ...rows], ['expire', box, hotSeconds]);
    }
    for (const [key, members] of newcomers) {
      commands.push(['sadd', key, ...members], ['expire', key, CLAIM_S]);
    }
    await sendTogether(redis, [...commands, ...setLatest(redis, links, hotSeconds)]);
  };

/** One command for all links, or one for each on a cluster, where they are in different slots. */
function setLatest(
  { isCluster }: Redis,
  links: ReadonlyMap<string, string>,
  hotSeconds: number,
): RedisCommand[] {
  if (links.size === 0) return [];
  if (isCluster) return [...links].map(([key, id]) => ['set', key, id, 'EX', hotSeconds]);
  return [['eval', SET_LATEST, links.size, ...links.keys(), hotSeconds, ...links.values()]];
}

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
    delete: (clickId: string): void => {
      younger.delete(clickId);
      older.delete(clickId);
    },
  };
}

function createFinder(redis: Redis, keys: Keys) {
  const findInRedis = async (ids: readonly string[]): Promise<(string | null)[]> => {
    const texts = await redis.eval(FIND, ids.length, ...ids.map(keys.box), ...ids);
    return texts as (string | null)[];
  };
  return createBatcher<string, ClickRow | undefined>({
    maxItems: MAX_ITEMS,
    maxWaiting: MAX_WAITING,
    run: async (ids) => {
      const texts = await runBySlot(redis, ids, { partOf: keys.box, run: findInRedis });
      return texts.map((text) => (text === null ? undefined : parsed(text)));
    },
  });
}

/** Opens the cache. While Redis is unavailable, only the clicks and claims of this process are known. */
export function openClickCache(
  redis: Redis,
  settings: { namespace: string; hotSeconds: number },
): ClickCache {
  const keys = keysWith(redis, settings.namespace);
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
      if (!isDenied(parts.consent)) recent.add(parts.clickId, json);
    },
    forget: async (clickIds) => {
      for (const clickId of clickIds) recent.delete(clickId);
      const commands = clickIds.map((id): RedisCommand => ['hdel', keys.box(id), id]);
      await sendTogether(redis, commands).catch(() => null);
    },
  };
}

import { clickRow, type ClickRow } from '@tributary/contracts';
import { type Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { isCountable } from '../domain/click.ts';
import { createBatcher } from '../edge/batcher.ts';

const DAY_S = 86_400;
/** First clicks remembered by this instance alone while Redis is away. */
const LOCAL_CLAIMS = 20_000;
const RECENT_CLICKS = 4_000;
const MAX_ITEMS = 500;
const MAX_WAITING = 20_000;

interface Claim {
  /** Every key by which the visitor may come back today. */
  readonly keys: readonly string[];
}

/** A click with its JSON, which Kafka and Redis both get. */
export interface WrittenClick {
  readonly click: ClickRow;
  readonly text: string;
}

/** What the redirect leaves in Redis for the moments after it. */
export interface ClickCache {
  /** Whether none of these keys was claimed on that day before; claims them all. */
  claimFirst(claim: { day: string; linkId: string; visitors: readonly string[] }): Promise<boolean>;
  /** Keeps clicks for the conversions that follow. Never rejects: the projection has them too. */
  keepAll(clicks: readonly WrittenClick[]): Promise<void>;
  find(clickId: string): Promise<ClickRow | undefined>;
  /** The latest countable click of a link. */
  findLatest(linkId: string): Promise<ClickRow | undefined>;
  /** Known to this instance only; for clicks that are not answered yet. */
  remember(click: ClickRow): void;
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
const KEEP = `for at, key in ipairs(KEYS) do
  redis.call('SET', key, ARGV[at + 1], 'EX', ARGV[1])
end`;

/** Two days, so that no clock of an instance ends a day early. */
const CLAIM_S = 2 * DAY_S;

function createClaims(redis: Redis) {
  const local = new LRUCache<string, true>({ max: LOCAL_CLAIMS });
  const claimLocally = ({ keys }: Claim): boolean => {
    const isFirst = !keys.some((key) => local.has(key));
    for (const key of keys) local.set(key, true);
    return isFirst;
  };
  const claimAll = async (claims: readonly Claim[]): Promise<boolean[]> => {
    const keys = claims.flatMap((claim) => claim.keys);
    const answers = (await redis.eval(CLAIM, keys.length, ...keys, CLAIM_S)) as number[];
    let at = 0;
    return claims.map((claim) => {
      const own = answers.slice(at, at + claim.keys.length);
      at += claim.keys.length;
      return own.every((answer) => answer === 1);
    });
  };
  return createBatcher<Claim, boolean>({
    maxItems: MAX_ITEMS,
    maxWaiting: MAX_WAITING,
    run: (claims) => claimAll(claims).catch(() => claims.map(claimLocally)),
  });
}

const createKeeper =
  (redis: Redis, prefix: string, hotSeconds: number) =>
  async (clicks: readonly WrittenClick[]): Promise<void> => {
    const values = new Map<string, string>();
    for (const { click, text } of clicks) {
      values.set(`${prefix}click:${click.clickId}`, text);
      if (isCountable(click)) values.set(`${prefix}last-click:${click.linkId}`, click.clickId);
    }
    await redis.eval(KEEP, values.size, ...values.keys(), hotSeconds, ...values.values());
  };

function createFinder(redis: Redis, prefix: string) {
  return createBatcher<string, ClickRow | undefined>({
    maxItems: MAX_ITEMS,
    maxWaiting: MAX_WAITING,
    run: async (ids) => {
      const texts = await redis.mget(ids.map((id) => `${prefix}click:${id}`));
      return texts.map(parsed);
    },
  });
}

/** Opens the cache. While Redis is away it answers from this process, or not at all. */
export function openClickCache(
  redis: Redis,
  settings: { namespace: string; hotSeconds: number },
): ClickCache {
  const { namespace: prefix, hotSeconds } = settings;
  const recent = new LRUCache<string, ClickRow>({ max: RECENT_CLICKS });
  const claims = createClaims(redis);
  const keepAll = createKeeper(redis, prefix, hotSeconds);
  const finder = createFinder(redis, prefix);
  const findInRedis = (id: string): Promise<ClickRow | undefined> =>
    finder.add(id).catch(() => undefined);

  return {
    claimFirst: ({ day, linkId, visitors }) =>
      claims.add({ keys: visitors.map((visitor) => `${prefix}seen:${day}:${linkId}:${visitor}`) }),
    keepAll: (clicks) => keepAll(clicks).catch(() => undefined),
    find: async (clickId) => recent.get(clickId) ?? (await findInRedis(clickId)),
    findLatest: async (linkId) => {
      const id = await redis.get(`${prefix}last-click:${linkId}`).catch(() => null);
      if (id === null) return undefined;
      return recent.get(id) ?? (await findInRedis(id));
    },
    remember: (click) => {
      recent.set(click.clickId, click);
    },
  };
}

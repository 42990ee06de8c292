import { rateLimited } from '@tributary/errors';
import { type Actor } from '@tributary/service/edge';

export type Level = 'neared' | 'reached';

/** What identity is told once an account's month has come so far. */
export interface Usage {
  readonly userId: string;
  readonly plan: Actor['plan'];
  /** The UTC month, `2026-05`. */
  readonly period: string;
  readonly used: number;
  readonly limit: number;
  readonly level: Level;
}

interface Parts {
  /** Calls in a month by plan; 0 is no limit. */
  readonly limits: Readonly<Record<Actor['plan'], number>>;
  /** Adds to the count that all instances share; answers the sum. */
  readonly add: (key: string, calls: number) => Promise<number>;
  readonly tell: (usage: Usage) => Promise<void>;
  readonly now: () => Date;
}

interface Entry {
  readonly userId: string;
  readonly period: string;
  plan: Actor['plan'];
  /** As of the last look at the shared count. */
  used: number;
  /** Counted here since. */
  pending: number;
  /** What was told already, of which limit. */
  told: string;
  touchedAt: number;
}

const WARN_AT = 0.8;
const FORGET_AFTER_MS = 600_000;

const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

const secondsToNextMonth = (at: Date): number => {
  const next = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
  return Math.ceil((next - at.getTime()) / 1_000);
};

const exceeded = (limit: number, now: Date) =>
  rateLimited('quota_exceeded', {
    message: `The plan includes ${String(limit)} calls a month, and they are used`,
    retryAfterSeconds: secondsToNextMonth(now),
  });

const levelOf = ({ used }: Entry, limit: number): Level | undefined => {
  if (used >= limit) return 'reached';
  return used >= limit * WARN_AT ? 'neared' : undefined;
};

/** Adds what was counted here, and tells identity once of each level. */
async function settle({ limits, add, tell }: Parts, key: string, entry: Entry): Promise<void> {
  const calls = entry.pending;
  if (calls > 0) {
    const used = await add(key, calls);
    entry.pending -= calls;
    entry.used = used;
  }
  const limit = limits[entry.plan];
  const level = limit === 0 ? undefined : levelOf(entry, limit);
  const told = level === undefined ? '' : `${level}:${String(limit)}`;
  if (level === undefined || told === entry.told) return;
  const { userId, plan, period, used } = entry;
  await tell({ userId, plan, period, used, limit, level });
  entry.told = told;
}

/**
 * Counts the calls of each account against its plan's month. A call costs no more than an addition:
 * what was counted is added to the shared count once a second, so that a plan may be overdrawn by
 * what comes in a second. While the shared count is away, calls go on being counted here.
 */
export function openCallQuota(parts: Parts) {
  const { limits, now } = parts;
  const entries = new Map<string, Entry>();

  const entryOf = ({ id: userId, plan }: Actor, at: Date): Entry => {
    const period = monthOf(at);
    const key = `${period}:${userId}`;
    const known = entries.get(key);
    if (known !== undefined) {
      known.plan = plan;
      return known;
    }
    const entry = { userId, period, plan, used: 0, pending: 0, told: '', touchedAt: 0 };
    entries.set(key, entry);
    return entry;
  };

  return {
    /** @throws rate_limited `quota_exceeded` until the month is over */
    count: (actor: Actor): void => {
      const limit = limits[actor.plan];
      if (limit === 0 || actor.role === 'admin') return;
      const at = now();
      const entry = entryOf(actor, at);
      entry.touchedAt = at.getTime();
      if (entry.used + entry.pending >= limit) throw exceeded(limit, at);
      entry.pending += 1;
    },

    /** Adds up with the other instances, and tells who has come near his limit. Never rejects. */
    settleAll: async (): Promise<readonly unknown[]> => {
      const forgetBefore = now().getTime() - FORGET_AFTER_MS;
      const errors: unknown[] = [];
      for (const [key, entry] of entries) {
        try {
          await settle(parts, key, entry);
          if (entry.pending === 0 && entry.touchedAt < forgetBefore) entries.delete(key);
        } catch (error) {
          errors.push(error);
        }
      }
      return errors;
    },
  };
}

export type CallQuota = ReturnType<typeof openCallQuota>;

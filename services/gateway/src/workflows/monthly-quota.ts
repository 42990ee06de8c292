import { rateLimited } from '@tributary/errors';
import { type Actor, type Clock } from '@tributary/service/edge';
import { MINUTE_MS } from '@tributary/units';
import { type IdentityClient, type Usage } from '../clients/identity-client.ts';
import { type CallCounter } from '../store/call-counter.ts';

interface MonthlyQuotaOptions {
  /** Calls in a month by plan; 0 is no limit. */
  readonly limits: Readonly<Record<Actor['plan'], number>>;
  readonly counter: CallCounter;
  readonly identity: Pick<IdentityClient, 'reportUsage'>;
  readonly clock: Clock;
}

interface Entry {
  readonly userId: string;
  readonly period: string;
  plan: Actor['plan'];
  /** The shared count, as of the last sync. */
  used: number;
  /** Calls in this instance since the last sync. */
  pending: number;
  /** The level and limit that identity received last. */
  reported: string;
  lastCallAt: number;
}

const WARN_AT = 0.8;
const IDLE_MS = 10 * MINUTE_MS;

/** The month of a time, which is written only when it changes. */
function openMonths(): (at: Date) => string {
  let month = { text: '', fromMs: 0, untilMs: 0 };
  return (at) => {
    const ms = at.getTime();
    if (ms >= month.fromMs && ms < month.untilMs) return month.text;
    const [year, index] = [at.getUTCFullYear(), at.getUTCMonth()];
    const text = at.toISOString().slice(0, 7);
    month = { text, fromMs: Date.UTC(year, index, 1), untilMs: Date.UTC(year, index + 1, 1) };
    return text;
  };
}

const secondsToNextMonth = (at: Date): number => {
  const next = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
  return Math.ceil((next - at.getTime()) / 1_000);
};

const quotaExceeded = (limit: number, now: Date) =>
  rateLimited('quota_exceeded', {
    message: `The plan includes ${String(limit)} calls a month, and they are used`,
    retryAfterSeconds: secondsToNextMonth(now),
  });

const levelOf = ({ used }: Entry, limit: number): Usage['level'] | undefined => {
  if (used >= limit) return 'reached';
  return used >= limit * WARN_AT ? 'neared' : undefined;
};

/** Adds the pending calls to the shared count, and reports each level to identity once. */
async function syncEntry(
  { limits, counter, identity }: MonthlyQuotaOptions,
  key: string,
  entry: Entry,
): Promise<void> {
  const calls = entry.pending;
  if (calls > 0) {
    const used = await counter.add(key, calls);
    entry.pending -= calls;
    entry.used = used;
  }
  const limit = limits[entry.plan];
  const level = limit === 0 ? undefined : levelOf(entry, limit);
  if (level === undefined) return;
  const report = `${level}:${String(limit)}`;
  if (report === entry.reported) return;
  const { userId, plan, period, used } = entry;
  await identity.reportUsage({ userId, plan, period, used, limit, level });
  entry.reported = report;
}

/**
 * Counts each account's calls against the monthly limit of its plan. Calls are counted in memory and added
 * to the shared count once a second, so that an account may exceed its limit by the calls of one second.
 * While the shared count is unavailable, each instance counts its own calls.
 */
export function openMonthlyQuota(options: MonthlyQuotaOptions) {
  const { limits, clock } = options;
  const entries = new Map<string, Entry>();
  const monthOf = openMonths();

  const entryOf = ({ id: userId, plan }: Actor, at: Date): Entry => {
    const period = monthOf(at);
    const key = `${period}:${userId}`;
    const existing = entries.get(key);
    if (existing !== undefined) {
      existing.plan = plan;
      return existing;
    }
    const entry = { userId, period, plan, used: 0, pending: 0, reported: '', lastCallAt: 0 };
    entries.set(key, entry);
    return entry;
  };

  return {
    /** @throws rate_limited `quota_exceeded` until the end of the month */
    count: (actor: Actor): void => {
      const limit = limits[actor.plan];
      if (limit === 0 || actor.role === 'admin') return;
      const at = clock.now();
      const entry = entryOf(actor, at);
      entry.lastCallAt = at.getTime();
      if (entry.used + entry.pending >= limit) throw quotaExceeded(limit, at);
      entry.pending += 1;
    },

    /** Syncs all accounts with the other instances. Returns the errors; never rejects. */
    sync: async (): Promise<readonly unknown[]> => {
      const idleSince = clock.now().getTime() - IDLE_MS;
      const errors: unknown[] = [];
      for (const [key, entry] of entries) {
        try {
          await syncEntry(options, key, entry);
          if (entry.pending === 0 && entry.lastCallAt < idleSince) entries.delete(key);
        } catch (error) {
          errors.push(error);
        }
      }
      return errors;
    },
  };
}

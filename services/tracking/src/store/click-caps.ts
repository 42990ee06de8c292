import { type CampaignSnapshot } from '@tributary/contracts';
import { type Redis } from 'ioredis';
import { isLimited, periodsAt, type Span, spans } from '../domain/limits.ts';

const DAY_S = 86_400;
/** Longer than the span, so that no count is lost before its end. A total is kept for good. */
const KEPT_S: Readonly<Record<Span, number>> = {
  daily: 2 * DAY_S,
  weekly: 9 * DAY_S,
  monthly: 33 * DAY_S,
  total: 0,
};

// Counts in all spans or, where one is full, in none: in one step, so that parallel clicks cannot pass.
const COUNT = `for at, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or '0') >= tonumber(ARGV[2 * at - 1]) then return 0 end
end
for at, key in ipairs(KEYS) do
  redis.call('INCR', key)
  local kept = tonumber(ARGV[2 * at])
  if kept > 0 then redis.call('EXPIRE', key, kept) end
end
return 1`;

/** Counts clicks against their campaign's caps. */
export interface ClickCaps {
  /**
   * Whether the click is within them; counts it if so. While Redis is away every click is: a click by
   * itself costs nothing, and the conversions have caps of their own.
   */
  admit(campaign: CampaignSnapshot, now: Date): Promise<boolean>;
}

export const openClickCaps = (redis: Redis, namespace: string): ClickCaps => ({
  admit: async ({ campaignId, caps }, now) => {
    const limits = caps?.clicks;
    if (!isLimited(limits)) return true;
    const periods = periodsAt(now);
    const limited = spans.filter((span) => limits[span] !== null);
    const keys = limited.map((span) => `${namespace}click-cap:${campaignId}:${periods[span]}`);
    const values = limited.flatMap((span) => [limits[span] ?? 0, KEPT_S[span]]);
    const answer = await redis.eval(COUNT, keys.length, ...keys, ...values).catch(() => 1);
    return answer === 1;
  },
});

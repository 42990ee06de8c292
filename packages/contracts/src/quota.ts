import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant, plans, roles } from './fields.ts';
import { messageTo, publicEventsOf } from './public-event.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

/** An account's API calls in a month. */
export const callUsage = z.object({
  userId: id,
  role: z.enum(roles),
  plan: z.enum(plans),
  /** The UTC month, `2026-05`. */
  period: z.string(),
  used: z.int(),
  limit: z.int(),
  occurredAt: instant,
});
export type CallUsage = z.output<typeof callUsage>;

const declaration = {
  topic: 'identity.users',
  key: (usage: CallUsage) => usage.userId,
  data: callUsage,
} as const;

const sampleOf = (used: number): CallUsage => ({
  userId: sampleIds.affiliateId,
  role: 'affiliate',
  plan: 'pro',
  period: '2026-05',
  used,
  limit: 20_000_000,
  occurredAt: SAMPLE_TIME,
});

const inSystem = publicEventsOf('System', (usage: CallUsage) => [
  messageTo([usage.userId], {
    user_id: usage.userId,
    plan: usage.plan,
    period: usage.period,
    used: usage.used,
    limit: usage.limit,
    occurred_at: usage.occurredAt,
  }),
]);

export const apiLimitNeared = defineEvent({
  type: 'api_limit.neared.v1',
  ...declaration,
  description: '80 % of the calls of a month that an account’s plan includes are used.',
  sample: sampleOf(16_000_000),
  publicEvents: [inSystem('api.limit.warning', 3, '80 % of a plan’s monthly calls are used.')],
});
export const apiLimitReached = defineEvent({
  type: 'api_limit.reached.v1',
  ...declaration,
  description: 'All calls of a month that an account’s plan includes are used; more are refused.',
  sample: sampleOf(20_000_000),
  publicEvents: [inSystem('api.limit.exceeded', 4, 'All of a plan’s monthly calls are used.')],
});

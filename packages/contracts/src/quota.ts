import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant, plans, roles } from './fields.ts';

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

export const apiLimitNeared = defineEvent({
  type: 'api_limit.neared.v1',
  ...declaration,
  description: '80 % of the calls of a month that an account’s plan includes are used.',
});
export const apiLimitReached = defineEvent({
  type: 'api_limit.reached.v1',
  ...declaration,
  description: 'All calls of a month that an account’s plan includes are used; more are refused.',
});

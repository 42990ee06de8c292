import { apiLimitNeared, apiLimitReached, type Plan, plans } from '@tributary/contracts';
import { invalid } from '@tributary/errors';
import { isDuplicateKey } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';

export interface UsageNote {
  readonly userId: string;
  readonly plan: string;
  readonly period: string;
  readonly used: number;
  readonly limit: number;
  readonly level: string;
}

const eventTypes = { neared: apiLimitNeared, reached: apiLimitReached } as const;

const isLevel = (level: string): level is keyof typeof eventTypes => level in eventTypes;
const isPlan = (plan: string): plan is Plan => plans.includes(plan as Plan);

/**
 * Publishes that an account neared or reached its monthly limit of API calls, once for each month,
 * plan and level. @throws invalid, not_found
 */
export const noteUsage =
  ({ transaction, clock }: Pick<Deps, 'transaction' | 'clock'>) =>
  async ({ userId, plan, period, used, limit, level }: UsageNote): Promise<void> => {
    if (!isLevel(level) || !isPlan(plan)) throw invalid('usage_malformed');
    const occurredAt = clock.now();
    try {
      await transaction(async ({ users, usageNotes, outbox }) => {
        const { role } = await users.get(userId);
        await usageNotes.create([userId, period, plan, level].join(':'), occurredAt);
        const usage = { userId, role, plan, period, used, limit };
        await outbox.add(eventTypes[level]({ ...usage, occurredAt: occurredAt.toISOString() }));
      });
    } catch (error) {
      // Another gateway instance reported it first.
      if (!isDuplicateKey(error)) throw error;
    }
  };

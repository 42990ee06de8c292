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

const announcements = { neared: apiLimitNeared, reached: apiLimitReached } as const;

const isLevel = (level: string): level is keyof typeof announcements => level in announcements;
const isPlan = (plan: string): plan is Plan => plans.includes(plan as Plan);

/** Tells once for each month, plan and level that an account's calls have come so far. @throws invalid, not_found */
export const noteUsage =
  (deps: Deps) =>
  async ({ userId, plan, period, used, limit, level }: UsageNote): Promise<void> => {
    if (!isLevel(level) || !isPlan(plan)) throw invalid('usage_malformed');
    const occurredAt = deps.clock.now();
    try {
      await deps.transaction(async ({ users, usageNotes, outbox }) => {
        const { role } = await users.get(userId);
        await usageNotes.create([userId, period, plan, level].join(':'), occurredAt);
        const usage = { userId, role, plan, period, used, limit };
        await outbox.add(announcements[level]({ ...usage, occurredAt: occurredAt.toISOString() }));
      });
    } catch (error) {
      // Another instance of the gateway noticed it as well.
      if (!isDuplicateKey(error)) throw error;
    }
  };

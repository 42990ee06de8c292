import { payoutScheduleChanged } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import type { Deps } from '../../deps.ts';

/** Keeps how often affiliates are paid, for the date of their next payout. */
export const keepPayoutSchedulesConsumer = (deps: Deps) =>
  consumer(payoutScheduleChanged, ({ data: { affiliateId, frequency, changedAt } }) =>
    deps.transaction(({ payoutSchedules }) =>
      payoutSchedules.save({ _id: affiliateId, frequency, changedAt: new Date(changedAt) }),
    ),
  );

import { payoutScheduleChanged } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import type { Deps } from '../../deps.ts';

/** Copies the affiliates' payout schedules, for the date of the next payout. */
export const syncPayoutSchedulesConsumer = (deps: Deps) =>
  consumer(payoutScheduleChanged, ({ data: { affiliateId, frequency, changedAt } }) =>
    deps.transaction(({ schedules }) =>
      schedules.save({ _id: affiliateId, frequency, changedAt: new Date(changedAt) }),
    ),
  );

import { payoutScheduleChanged } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import type { Deps } from '../../deps.ts';

/** Keeps how often affiliates are paid by themselves, for telling them when next. */
export const keepSchedulesConsumer = (deps: Deps) =>
  consumer(payoutScheduleChanged, ({ data: { affiliateId, frequency, changedAt } }) =>
    deps.transaction(({ schedules }) =>
      schedules.save({ _id: affiliateId, frequency, changedAt: new Date(changedAt) }),
    ),
  );

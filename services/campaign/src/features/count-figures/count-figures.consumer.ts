import {
  affiliateTierChanged,
  clickRecorded,
  commissionAdjusted,
  commissionCreated,
  conversionRejected,
  conversionReversed,
  conversionTracked,
  type EventType,
} from '@tributary/contracts';
import { batchConsumer, consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { type Addition, affiliateFigures } from '../../domain/figures.ts';
import {
  additionOfAdjustment,
  additionOfClick,
  additionOfCommission,
  additionOfConversion,
  additionOfLoss,
} from './count-figures.ts';

/** In bulk, because each click is looked at for the sake of one sum. */
export function countFiguresConsumers({ figures }: Deps) {
  const counting = <Data>(eventType: EventType<Data>, additionOf: (data: Data) => Addition[]) =>
    batchConsumer(
      eventType,
      async (events) => {
        const additions = events.flatMap(({ data }) => additionOf(data));
        if (additions.length > 0) await figures.count(additions);
      },
      { oneAtATime: true },
    );
  return [
    // Tiers of one campaign open nothing elsewhere.
    consumer(affiliateTierChanged, async ({ data }) => {
      if (data.campaignId !== null) return;
      const { affiliateId, benefits } = data;
      await figures.noteExclusive(affiliateFigures(affiliateId), benefits.exclusive_campaigns);
    }),
    counting(clickRecorded, additionOfClick),
    counting(conversionTracked, additionOfConversion),
    counting(conversionRejected, additionOfLoss),
    counting(conversionReversed, additionOfLoss),
    counting(commissionCreated, additionOfCommission),
    counting(commissionAdjusted, additionOfAdjustment),
  ];
}

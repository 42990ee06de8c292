import {
  affiliateTierChanged,
  clickRecorded,
  commissionAdjusted,
  commissionCreated,
  conversionRejected,
  conversionReversed,
  conversionTracked,
} from '@tributary/contracts';
import { batchConsumer, consumer, type HandledEvent } from '@tributary/messaging';
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
  const counting =
    <Data>(additionOf: (data: Data) => Addition[]) =>
    async (events: readonly HandledEvent<Data>[]): Promise<void> => {
      const additions = events.flatMap(({ data }) => additionOf(data));
      if (additions.length > 0) await figures.count(additions);
    };
  return [
    // Tiers of one campaign open nothing elsewhere.
    consumer(affiliateTierChanged, async ({ data }) => {
      if (data.campaignId !== null) return;
      const { affiliateId, benefits } = data;
      await figures.noteExclusive(affiliateFigures(affiliateId), benefits.exclusive_campaigns);
    }),
    batchConsumer(clickRecorded, counting(additionOfClick)),
    batchConsumer(conversionTracked, counting(additionOfConversion)),
    batchConsumer(conversionRejected, counting(additionOfLoss)),
    batchConsumer(conversionReversed, counting(additionOfLoss)),
    batchConsumer(commissionCreated, counting(additionOfCommission)),
    batchConsumer(commissionAdjusted, counting(additionOfAdjustment)),
  ];
}

import { conversionAdjusted, conversionReversed } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

export const syncRefundsConsumers = ({ refunds }: Deps) =>
  [conversionAdjusted, conversionReversed].map((type) =>
    batchConsumer(type, (events) => refunds.save(events)),
  );

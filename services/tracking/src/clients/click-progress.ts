import { clicksRecorded } from '@tributary/contracts';
import { type Bus, bulkGroupOf } from '@tributary/messaging';

/** Less than a third of what attribution waits for journeys. */
const WITHIN_MS = 750;

/** Whether the projection has stored all clicks that were acknowledged before the call; false where Kafka is away. */
export const openClickProgress =
  (bus: Pick<Bus, 'hasHandledAll'>, service: string) => (): Promise<boolean> =>
    bus
      .hasHandledAll({
        group: bulkGroupOf(service),
        topic: clicksRecorded.topic,
        withinMs: WITHIN_MS,
      })
      .catch(() => false);

import { setTimeout as sleep } from 'node:timers/promises';
import { topics } from '@tributary/contracts';
import { type Bus, type Consumer } from '@tributary/messaging';
import { type Logger } from '../log.ts';

const TRY_AGAIN_MS = 2_000;
const WITHIN_MS = 3_000;

/** What a service says and what it hears: those of the others are theirs to create. */
export const topicsOf = (service: string, consumers: readonly Consumer[]): string[] => {
  const said = topics.filter(({ owner }) => owner === service).map(({ name }) => name);
  return [...new Set<string>([...said, ...consumers.map(({ eventType }) => eventType.topic)])];
};

/**
 * Creates topics, now or as soon as Kafka is there: intake depends on MongoDB alone, so a service
 * starts while Kafka is away, and waits for it only shortly.
 */
export const createTopicsSoon = (bus: Bus, names: readonly string[], log: Logger): Promise<void> =>
  Promise.race([createTopics(bus, names, log), sleep(WITHIN_MS, undefined, { ref: false })]);

async function createTopics(bus: Bus, names: readonly string[], log: Logger): Promise<void> {
  try {
    await bus.createTopics(names);
  } catch (error) {
    log.warn({ err: error }, 'Kafka is away; topics are created when it is back');
    const again = setTimeout(() => void createTopics(bus, names, log), TRY_AGAIN_MS);
    again.unref();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { topics } from '@tributary/contracts';
import { type Bus, type Consumer } from '@tributary/messaging';
import { type Logger } from '../log.ts';

const RETRY_MS = 2_000;
const WITHIN_MS = 3_000;

/** The topics of a service: those it writes to and those it consumes. */
export const topicsOf = (service: string, consumers: readonly Consumer[]): string[] => {
  const written = topics.filter(({ owner, shared }) => owner === service || shared);
  const names = written.map(({ name }) => name);
  return [...new Set<string>([...names, ...consumers.map(({ eventType }) => eventType.topic)])];
};

/**
 * Creates topics, now or as soon as Kafka is available. Only MongoDB is needed to accept requests,
 * so a service starts while Kafka is down, and waits for it only shortly.
 */
export const createTopicsSoon = (bus: Bus, names: readonly string[], log: Logger): Promise<void> =>
  Promise.race([createTopics(bus, names, log), sleep(WITHIN_MS, undefined, { ref: false })]);

async function createTopics(bus: Bus, names: readonly string[], log: Logger): Promise<void> {
  try {
    await bus.createTopics(names);
  } catch (error) {
    log.warn({ err: error }, 'Kafka is unavailable; topics are created when it is back');
    const again = setTimeout(() => void createTopics(bus, names, log), RETRY_MS);
    again.unref();
  }
}

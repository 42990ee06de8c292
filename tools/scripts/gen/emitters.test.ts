import { allEventTypes } from '@tributary/contracts';
import { emittersOf } from './emitters.ts';

/** Checks the source only: the tests of each service show that the operation publishes the event. */
it.each(allEventTypes().map((eventType) => [eventType.type, eventType] as const))(
  '%s is published by the service that owns its topic',
  (_type, eventType) => {
    expect(emittersOf(eventType)).not.toEqual([]);
  },
);

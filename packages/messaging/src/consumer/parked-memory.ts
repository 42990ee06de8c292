import type { Mongo } from '@tributary/mongo';
import { hasParked } from './parked-events.ts';

/**
 * Saves a query for parked events with every batch, because there are hardly ever any. Only the
 * owner of a partition parks events of its keys, so the result stays true until this instance parks
 * an event or gets other partitions.
 */
export interface ParkedMemory {
  /** Whether the group certainly has no parked events of our keys. */
  isEmpty(): Promise<boolean>;
  /** Call it before parking, and when partitions were assigned. */
  readonly forget: () => void;
}

export function createParkedMemory(mongo: Mongo, group: string): ParkedMemory {
  let knownEmpty = false;
  let changes = 0;
  return {
    isEmpty: async () => {
      if (knownEmpty) return true;
      const before = changes;
      const isEmpty = !(await hasParked(mongo, group));
      // An event parked during the query, for another partition, may be missing from it.
      if (isEmpty && before === changes) knownEmpty = true;
      return isEmpty;
    },
    forget: () => {
      changes += 1;
      knownEmpty = false;
    },
  };
}

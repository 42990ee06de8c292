import type { Mongo } from '@tributary/mongo';
import { hasParked } from './parked-events.ts';

/**
 * Saves asking for parked events with every batch, as there are hardly ever any. Only the owner of
 * a partition parks events of its keys, so what is known stays true until this instance parks one
 * or is given other partitions.
 */
export interface ParkedMemory {
  /** Whether the group surely has no parked events of the keys that are ours. */
  isEmpty(): Promise<boolean>;
  /** To be called before parking, and when partitions were assigned. */
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
      // One that was parked meanwhile, for another partition, was perhaps not seen.
      if (isEmpty && before === changes) knownEmpty = true;
      return isEmpty;
    },
    forget: () => {
      changes += 1;
      knownEmpty = false;
    },
  };
}

import type { Mongo } from '@tributary/mongo';
import { PARTITIONS_PER_VERSION } from '../port.ts';
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
  /**
   * Call it before a batch of this partition. Where the topic was moved to another version, the owner of the partition
   * before may have parked events of the same keys since the assignment, until the first record came here.
   */
  readonly forgetAtFirst: (partition: number) => void;
}

export function createParkedMemory(mongo: Mongo, group: string): ParkedMemory {
  let knownEmpty = false;
  let changes = 0;
  const seen = new Set<number>();
  const forget = (): void => {
    changes += 1;
    knownEmpty = false;
  };
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
      seen.clear();
      forget();
    },
    forgetAtFirst: (partition) => {
      if (partition < PARTITIONS_PER_VERSION || seen.has(partition)) return;
      seen.add(partition);
      forget();
    },
  };
}

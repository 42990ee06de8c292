import { defineCollection } from '@tributary/mongo';

/** How far the suspended accounts have been published again. */
export interface RestatementDocument {
  readonly _id: string;
  /** The last account that was published. */
  readonly after: string;
  readonly isDone: boolean;
}

export const restatements = defineCollection<RestatementDocument>({
  name: 'restatements',
  shardKey: { unsharded: 'one document a period' },
  // Once published is published.
  retention: 'permanent',
  personal: 'none',
});

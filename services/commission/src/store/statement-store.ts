import {
  findPage,
  type Page,
  type PageRequest,
  type Session,
  withoutUndefined,
} from '@tributary/mongo';
import {
  type ClickStatement,
  statementId,
  type StatementChange,
} from '../domain/click-statement.ts';
import type { UnitKind } from '../domain/unit-batch.ts';
import type { StatementDocument } from './click-collections.ts';
import type { Collections } from './collections.ts';

/** Which statements; absent fields match all. */
export interface StatementFilter {
  readonly affiliateId?: string | undefined;
  readonly brandId?: string | undefined;
  readonly campaignId?: string | undefined;
  readonly kind?: UnitKind | undefined;
  /** The first and the last day, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const queryOf = ({ from, to, ...fields }: StatementFilter) => {
  const day = withoutUndefined({ $gte: from, $lte: to });
  return { ...withoutUndefined(fields), ...(Object.keys(day).length === 0 ? {} : { day }) };
};

const statementOf = ({ _id, ...statement }: StatementDocument): ClickStatement => ({
  payable: 0,
  held: {},
  refused: {},
  ...statement,
});

/** Daily statements of paid clicks and impressions. */
export const statementStore = ({ clickStatements }: Collections, session?: Session) => ({
  /** @param changes at most one per statement */
  add: async (changes: readonly StatementChange[]): Promise<void> => {
    if (changes.length === 0) return;
    const writes = changes.map(({ key, changes: $inc }) => ({
      updateOne: {
        filter: { _id: statementId(key) },
        update: { $inc, $setOnInsert: key },
        upsert: true,
      },
    }));
    await clickStatements.bulkWrite(writes, session === undefined ? {} : { session });
  },

  /** The newest days first. */
  list: async (filter: StatementFilter, page: PageRequest): Promise<Page<ClickStatement>> => {
    const sort = { day: -1, _id: 1 } as const;
    const found = await findPage(clickStatements, queryOf(filter), { ...page, sort });
    return { ...found, documents: found.documents.map(statementOf) };
  },
});

/** Counts of payable clicks by address. */
export const clickCounterStore = ({ clickCounters }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** The counts by name; absent where nothing was counted. */
    find: async (names: readonly string[]): Promise<Map<string, number>> => {
      const docs = await clickCounters.find({ _id: { $in: [...names] } }, options).toArray();
      return new Map(docs.map(({ _id, count }) => [_id, count]));
    },

    add: async (counted: ReadonlyMap<string, number>, createdAt: Date): Promise<void> => {
      if (counted.size === 0) return;
      const writes = [...counted].map(([_id, count]) => ({
        updateOne: {
          filter: { _id },
          update: { $inc: { count }, $setOnInsert: { createdAt } },
          upsert: true,
        },
      }));
      await clickCounters.bulkWrite(writes, options);
    },
  };
};

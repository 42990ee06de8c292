import { type Session } from '@tributary/mongo';
import type mongoose from 'mongoose';
import {
  type Collections,
  type CommissionFactDocument,
  type ConversionFactDocument,
} from './collections.ts';

interface InSession {
  readonly session?: Session;
}

interface Fact {
  readonly _id: string;
}

async function findByIds<Doc extends Fact>(
  collection: mongoose.mongo.Collection<Doc>,
  ids: readonly string[],
  inSession: InSession,
): Promise<Map<string, Doc>> {
  const among = { _id: { $in: [...ids] } } as unknown as mongoose.mongo.Filter<Doc>;
  const docs = (await collection.find(among, inSession).toArray()) as unknown as Doc[];
  return new Map(docs.map((doc) => [doc._id, doc]));
}

async function saveAll<Doc extends Fact>(
  collection: mongoose.mongo.Collection<Doc>,
  facts: readonly Doc[],
  inSession: InSession,
): Promise<void> {
  if (facts.length === 0) return;
  const writes = facts.map((fact) => {
    const { _id, ...replacement } = fact;
    return { replaceOne: { filter: { _id }, replacement, upsert: true } };
  });
  const options = { ...inSession, ordered: false };
  await collection.bulkWrite(
    writes as unknown as mongoose.mongo.AnyBulkWriteOperation<Doc>[],
    options,
  );
}

/** The newest states of conversions and commissions. */
export const factStore = ({ conversions, commissions }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    /** The stored conversions of these ids, by id. */
    findConversions: (ids: readonly string[]) => findByIds(conversions, ids, inSession),

    /** The stored commissions of these ids, by id. */
    findCommissions: (ids: readonly string[]) => findByIds(commissions, ids, inSession),

    saveConversions: (facts: readonly ConversionFactDocument[]) =>
      saveAll(conversions, facts, inSession),

    saveCommissions: (facts: readonly CommissionFactDocument[]) =>
      saveAll(commissions, facts, inSession),

    conversionsOfClicks: (clickIds: readonly string[]) =>
      conversions.find({ clickId: { $in: [...clickIds] } }, inSession).toArray(),

    commissionsOfClicks: (clickIds: readonly string[]) =>
      commissions.find({ clickId: { $in: [...clickIds] } }, inSession).toArray(),

    /** Which of these clicks led to a conversion. */
    findConverted: async (clickIds: readonly string[]): Promise<Set<string>> => {
      const query = conversions.find({ clickId: { $in: [...clickIds] } }, inSession);
      const rows = await query.project<{ clickId: string }>({ clickId: 1, _id: 0 }).toArray();
      return new Set(rows.map(({ clickId }) => clickId));
    },
  };
};

import { type Session } from '@tributary/mongo';
import type mongoose from 'mongoose';
import { mapById } from '../domain/fact.ts';
import {
  type AwaitedConversionDocument,
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

const isKnown = (
  doc: ConversionFactDocument | AwaitedConversionDocument,
): doc is ConversionFactDocument => !('awaited' in doc);

/** The stored conversions, by id, and the ids of those that commissions wait for. */
export interface FoundConversions {
  readonly known: Map<string, ConversionFactDocument>;
  readonly awaited: Set<string>;
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
    findConversions: async (ids: readonly string[]): Promise<FoundConversions> => {
      const docs = await conversions.find({ _id: { $in: [...ids] } }, inSession).toArray();
      const known = mapById(docs.filter(isKnown));
      const awaited = docs.map(({ _id }) => _id).filter((id) => !known.has(id));
      return { known, awaited: new Set(awaited) };
    },

    /** Conversions in the order of their ids, after this one. */
    listConversions: async (after: string, limit: number): Promise<ConversionFactDocument[]> => {
      const isThere = { _id: { $gt: after }, convertedAt: { $exists: true } };
      const docs = conversions.find(isThere, inSession).sort({ _id: 1 }).limit(limit);
      return (await docs.toArray()).filter(isKnown);
    },

    /** Saves that commissions wait for these conversions, which are not stored. */
    awaitConversions: async (ids: readonly string[]): Promise<void> => {
      if (ids.length === 0) return;
      const docs = ids.map((_id) => ({ _id, awaited: true as const }));
      await conversions.insertMany(docs, inSession);
    },

    /** The stored commissions of these ids, by id. */
    findCommissions: async (ids: readonly string[]): Promise<Map<string, CommissionFactDocument>> =>
      mapById(await commissions.find({ _id: { $in: [...ids] } }, inSession).toArray()),

    saveConversions: (facts: readonly ConversionFactDocument[]) =>
      saveAll(conversions, facts, inSession),

    saveCommissions: (facts: readonly CommissionFactDocument[]) =>
      saveAll(commissions, facts, inSession),

    commissionsOf: async (conversionIds: readonly string[]): Promise<CommissionFactDocument[]> => {
      if (conversionIds.length === 0) return [];
      return commissions.find({ conversionId: { $in: [...conversionIds] } }, inSession).toArray();
    },
  };
};

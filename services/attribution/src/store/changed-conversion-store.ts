import { type PageRequest, type Session } from '@tributary/mongo';
import {
  type AffiliateTotals,
  type ChangedConversion,
  type ChangePhase,
  type ConversionOutcome,
} from '../domain/attribution-change.ts';
import {
  type ChangeAffiliateDocument,
  type ChangedConversionDocument,
} from './change-collections.ts';
import { type Collections } from './collections.ts';

const SEQ_DIGITS = 9;

const conversionId = (changeId: string, seq: number): string =>
  `${changeId}/${String(seq).padStart(SEQ_DIGITS, '0')}`;

const affiliateKey = (changeId: string, { affiliateId, currency }: AffiliateTotals): string =>
  `${changeId}/${affiliateId}/${currency}`;

const conversionOf = ({
  _id,
  expiresAt: _expires,
  ...conversion
}: ChangedConversionDocument): ChangedConversion => conversion;

/** An affiliate's sums by phase. */
export type ChangeAffiliate = Omit<ChangeAffiliateDocument, 'expiresAt'>;

/** What became of a conversion in a phase. */
export interface PhaseOutcome {
  readonly seq: number;
  readonly outcome: ConversionOutcome;
}

interface Options {
  readonly session?: Session;
}

const conversionsOf = (
  { changedConversions }: Pick<Collections, 'changedConversions'>,
  options: Options,
) => ({
  /** Stores previews; they expire with the change unless it is applied. */
  create: async (created: readonly ChangedConversion[], expiresAt: Date): Promise<void> => {
    if (created.length === 0) return;
    const documents = created.map((one) => ({
      _id: conversionId(one.changeId, one.seq),
      ...one,
      expiresAt,
    }));
    await changedConversions.insertMany(documents, options);
  },

  /** The conversions after the first `skip`, in their order. */
  list: async (changeId: string, { skip, limit }: PageRequest): Promise<ChangedConversion[]> => {
    const where = { changeId, seq: { $gt: skip } };
    const found = changedConversions.find(where, options).sort({ seq: 1 }).limit(limit);
    return (await found.toArray()).map(conversionOf);
  },

  /** Saves the outcomes of a phase; what a change touched no longer expires. */
  saveOutcomes: async (
    changeId: string,
    phase: Exclude<ChangePhase, 'preview'>,
    outcomes: readonly PhaseOutcome[],
  ): Promise<void> => {
    if (outcomes.length === 0) return;
    const updates = outcomes.map(({ seq, outcome }) => ({
      updateOne: {
        filter: { _id: conversionId(changeId, seq) },
        update: { $set: { [phase]: outcome }, $unset: { expiresAt: '' as const } },
      },
    }));
    await changedConversions.bulkWrite(updates, options);
  },
});

const affiliatesOf = (
  { changeAffiliates }: Pick<Collections, 'changeAffiliates'>,
  options: Options,
) => ({
  /** Adds to the affiliates' sums of a phase. */
  addTotals: async (
    changeId: string,
    phase: ChangePhase,
    totals: readonly AffiliateTotals[],
    expiresAt?: Date,
  ): Promise<void> => {
    if (totals.length === 0) return;
    const updates = totals.map((total) => {
      const { affiliateId, currency, ...sums } = total;
      const added = Object.entries(sums).map(([name, sum]) => [`${phase}.${name}`, sum]);
      return {
        updateOne: {
          filter: { _id: affiliateKey(changeId, total) },
          update: {
            $inc: Object.fromEntries(added) as Record<string, number>,
            $setOnInsert: { changeId, affiliateId, currency },
            ...(expiresAt === undefined
              ? { $unset: { expiresAt: '' as const } }
              : { $set: { expiresAt } }),
          },
          upsert: true,
        },
      };
    });
    await changeAffiliates.bulkWrite(updates, options);
  },

  /** The affiliates after `after`, in the order of their ids. */
  listAffiliates: async (
    changeId: string,
    after: string | null,
    limit: number,
  ): Promise<ChangeAffiliate[]> => {
    const where = { changeId, ...(after === null ? {} : { _id: { $gt: after } }) };
    return changeAffiliates.find(where, options).sort({ _id: 1 }).limit(limit).toArray();
  },
});

/** The conversions of changes and the sums of their affiliates. */
export function changedConversionStore(collections: Collections, session?: Session) {
  const options = session === undefined ? {} : { session };
  return { ...conversionsOf(collections, options), ...affiliatesOf(collections, options) };
}

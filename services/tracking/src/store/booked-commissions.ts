import { projectionOf, type Session } from '@tributary/mongo';
import { type Countable } from '../domain/caps.ts';
import { type BookedCommission, type Conversion } from '../domain/conversion.ts';
import { type Collections, type ConversionDocument } from './collections.ts';
import { reasonOf } from './conversion-document.ts';

/** The fields by which a commission changes what its conversion counts; evidence and products are most of the others. */
const FIELDS = [
  '_id',
  'campaignId',
  'status',
  'affiliateId',
  'valueMinor',
  'refundedMinor',
  'currency',
  'terms',
  'namedCommissionMinor',
  'shares',
  'tierBonuses',
  'commissions',
  'unpayableReason',
  'flags',
  'createdAt',
] as const;

/** A conversion with its commissions, as far as they concern the counts against its campaign's limits. */
export type BookedConversion = Countable & Pick<Conversion, 'commissions'>;

/** The commissions of conversions, as commission reports them. */
export const bookedCommissions = (
  { conversions }: Collections,
  options: { readonly session?: Session },
) => ({
  /**
   * Saves booked or changed commissions in their order; commissions of other sources are skipped.
   * @returns the conversions in their state before, by id
   */
  saveCommissions: async (
    booked: readonly { readonly conversionId: string; readonly commission: BookedCommission }[],
  ): Promise<ReadonlyMap<string, BookedConversion>> => {
    const $in = [...new Set(booked.map(({ conversionId }) => conversionId))];
    const found = await conversions
      .find({ _id: { $in } }, options)
      .project<Pick<ConversionDocument, (typeof FIELDS)[number]>>(projectionOf(FIELDS))
      .toArray();
    const commissionsById = new Map(found.map(({ _id, commissions }) => [_id, commissions]));
    for (const { conversionId, commission } of booked) {
      const { commissionId } = commission;
      const others = commissionsById
        .get(conversionId)
        ?.filter((one) => one.commissionId !== commissionId);
      if (others !== undefined) commissionsById.set(conversionId, [...others, commission]);
    }
    const updates = [...commissionsById].map(([_id, commissions]) => ({
      updateOne: { filter: { _id }, update: { $set: { commissions } } },
    }));
    if (updates.length > 0) await conversions.bulkWrite(updates, options);
    return new Map(found.map((one) => [one._id, { ...one, unpayableReason: reasonOf(one) }]));
  },
});

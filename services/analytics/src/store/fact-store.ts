import {
  type Collections,
  type CommissionFactDoc,
  type ConversionFactDoc,
  type Session,
} from './collections.ts';

/** Conversions and commissions in their newest states. */
export const factStore = ({ conversions, commissions }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    findConversion: (id: string) => conversions.findOne({ _id: id }, inSession),
    findCommission: (id: string) => commissions.findOne({ _id: id }, inSession),

    putConversion: async ({ _id, ...fact }: ConversionFactDoc): Promise<void> => {
      await conversions.replaceOne({ _id }, fact, { upsert: true, ...inSession });
    },

    putCommission: async ({ _id, ...fact }: CommissionFactDoc): Promise<void> => {
      await commissions.replaceOne({ _id }, fact, { upsert: true, ...inSession });
    },

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

import { type Session } from '@tributary/mongo';
import { DAY_MS } from '@tributary/units';
import { type Collections } from './collections.ts';

/** How long a case stays open: the period that signals of affiliates look back. */
const CASE_MS = 30 * DAY_MS;

/** How many of an affiliate's latest conversions for a brand count. */
const LATEST_CONVERSIONS = 20;

interface Suspicion {
  readonly brandId: string;
  readonly affiliateId: string;
  readonly suspected: boolean;
  readonly at: Date;
}

/** Affiliates that brands were warned of. */
export function suspicionStore({ suspicions, assessments }: Collections, session?: Session) {
  const options = session === undefined ? {} : { session };
  return {
    figuresOf: async (brandId: string, affiliateId: string) => {
      const latest = await assessments
        .find({ affiliateId, brandId }, { ...options, projection: { fraudScore: 1 } })
        .sort({ convertedAt: -1, _id: -1 })
        .limit(LATEST_CONVERSIONS)
        .toArray();
      const sum = latest.reduce((total, { fraudScore }) => total + fraudScore, 0);
      return {
        conversions: latest.length,
        averageScore: latest.length === 0 ? 0 : sum / latest.length,
      };
    },
    /** @returns whether a case was opened: none is while one is open */
    openCase: async ({ brandId, affiliateId, at }: Omit<Suspicion, 'suspected'>) => {
      const _id = `${brandId}|${affiliateId}|case`;
      const before = await suspicions.findOne({ _id }, options);
      if (before !== null && before.at.getTime() > at.getTime() - CASE_MS) return false;
      const change = { $set: { suspected: true, at } };
      await suspicions.updateOne({ _id }, change, { ...options, upsert: true });
      return true;
    },
    /** @returns whether this changed the stored state */
    set: async ({ brandId, affiliateId, suspected, at }: Suspicion): Promise<boolean> => {
      const _id = `${brandId}|${affiliateId}`;
      // Most calls change nothing, and then no write blocks concurrent transactions.
      const before = await suspicions.findOne({ _id }, options);
      if ((before?.suspected ?? false) === suspected) return false;
      const change = { $set: { suspected, at } };
      await suspicions.updateOne({ _id }, change, { ...options, upsert: true });
      return true;
    },
  };
}

import { type Session } from '@tributary/mongo';
import { type Models } from './models.ts';

/** An affiliate is judged by so many of its latest conversions for a brand. */
const LATEST = 20;

interface Suspicion {
  readonly brandId: string;
  readonly affiliateId: string;
  readonly suspected: boolean;
  readonly at: Date;
}

/** Whom brands were warned of. */
export function suspicionStore({ suspicions, assessments }: Models, session?: Session) {
  const options = session === undefined ? {} : { session };
  return {
    figuresOf: async (brandId: string, affiliateId: string) => {
      const latest = await assessments.collection
        .find({ affiliateId, brandId }, { ...options, projection: { fraudScore: 1 } })
        .sort({ convertedAt: -1, _id: -1 })
        .limit(LATEST)
        .toArray();
      const sum = latest.reduce((total, { fraudScore }) => total + (fraudScore as number), 0);
      return {
        conversions: latest.length,
        averageScore: latest.length === 0 ? 0 : sum / latest.length,
      };
    },
    /** @returns whether it was otherwise before */
    set: async ({ brandId, affiliateId, suspected, at }: Suspicion): Promise<boolean> => {
      const _id = `${brandId}|${affiliateId}` as never;
      // Mostly nothing changes, and then nothing is written that others would have to wait for.
      const before = await suspicions.collection.findOne({ _id }, options);
      if ((before?.['suspected'] ?? false) === suspected) return false;
      const change = { $set: { suspected, at } };
      await suspicions.collection.updateOne({ _id }, change, { ...options, upsert: true });
      return true;
    },
  };
}

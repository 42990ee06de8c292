import { type AccountCheck } from '@tributary/contracts';
import { type Session } from '@tributary/mongo';
import { batchesOf } from './batches.ts';
import { type Collections } from './collections.ts';

/** An affiliate's account and a brand that it applied to. */
export interface CheckedPair extends Pick<AccountCheck, 'affiliateId' | 'brandId'> {
  /** Of the application by which it was checked, when it last found something else. */
  readonly campaignId: string;
}

interface StoredCheck extends Omit<AccountCheck, 'checkedAt'>, CheckedPair {
  readonly checkedAt: Date;
}

/** The brands of an account that are checked again when something of it changes. */
const MAX_BRANDS = 500;
const BATCH_SIZE = 100;

const idOf = ({ brandId, affiliateId }: Pick<CheckedPair, 'affiliateId' | 'brandId'>): string =>
  `${brandId}|${affiliateId}`;
const PAIR = { _id: 0, affiliateId: 1, brandId: 1, campaignId: 1 } as const;

/** What was found about affiliates' accounts. */
export function accountCheckStore({ accountChecks }: Collections, session?: Session) {
  const options = session === undefined ? {} : { session };
  return {
    find: async (
      pair: Pick<CheckedPair, 'affiliateId' | 'brandId'>,
    ): Promise<StoredCheck | undefined> => {
      const where = { _id: idOf(pair), affiliateId: pair.affiliateId };
      return (await accountChecks.findOne(where, options)) ?? undefined;
    },
    /** The brands that these accounts applied to. */
    listPairs: (affiliateIds: readonly string[]): Promise<CheckedPair[]> =>
      accountChecks
        .find<CheckedPair>({ affiliateId: { $in: [...affiliateIds] } }, { projection: PAIR })
        .limit(MAX_BRANDS)
        .toArray(),
    /** The accounts that applied to a brand, in batches. */
    streamPairs: (brandId: string): AsyncGenerator<CheckedPair[]> =>
      batchesOf(
        accountChecks
          .find<CheckedPair>({ brandId }, { projection: PAIR })
          .sort({ _id: 1 })
          .batchSize(BATCH_SIZE),
      ),
    save: async (check: StoredCheck): Promise<void> => {
      const where = { _id: idOf(check), affiliateId: check.affiliateId };
      await accountChecks.replaceOne(where, check, { ...options, upsert: true });
    },
  };
}

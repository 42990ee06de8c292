import { LRUCache } from 'lru-cache';
import { type AffiliateIdentity } from '../domain/evidence.ts';
import { SECOND_MS } from '@tributary/units';
import { type Models } from './models.ts';
import { type AffiliateIdentityRow } from './rows.ts';

const CACHE_TTL_MS = 10 * SECOND_MS;
const CACHE_SIZE = 20_000;
const MAX_ADDRESSES = 20;

const identityOf = ({ mailboxHashes, ips }: AffiliateIdentityRow): AffiliateIdentity => ({
  mailboxHashes,
  ips: ips.map(({ ip }) => ip),
});

/** Affiliates' own mailboxes, and the addresses that they signed in from. */
export function affiliateIdentityStore({ identities }: Models) {
  const cache = new LRUCache<string, { readonly identity: AffiliateIdentity | null }>({
    max: CACHE_SIZE,
    ttl: CACHE_TTL_MS,
  });
  const rows = identities.collection;
  return {
    addMailbox: async (affiliateId: string, mailboxHash: string, at: Date): Promise<void> => {
      await rows.updateOne(
        { _id: affiliateId as never },
        {
          $setOnInsert: { ips: [] },
          $addToSet: { mailboxHashes: mailboxHash },
          $max: { seenAt: at },
        },
        { upsert: true },
      );
    },
    addAddress: async (affiliateId: string, ip: string, at: Date): Promise<void> => {
      const _id = affiliateId as never;
      const base = { $setOnInsert: { mailboxHashes: [], ips: [] }, $max: { seenAt: at } };
      await rows.updateOne({ _id }, base, { upsert: true });
      // A known address moves to the end.
      await rows.updateOne({ _id }, { $pull: { ips: { ip } as never } });
      const pushed = { $each: [{ ip, at }], $slice: -MAX_ADDRESSES };
      await rows.updateOne({ _id }, { $push: { ips: pushed as never } });
    },
    /** In the given order; null for affiliates that are not known. */
    findMany: async (
      affiliateIds: readonly (string | null)[],
    ): Promise<(AffiliateIdentity | null)[]> => {
      const missing = affiliateIds.filter((id): id is string => id !== null && !cache.has(id));
      if (missing.length > 0) {
        const ids = [...new Set(missing)];
        const found = await rows.find({ _id: { $in: ids } } as never).toArray();
        for (const id of ids) cache.set(id, { identity: null });
        for (const row of found as unknown as AffiliateIdentityRow[]) {
          cache.set(row._id, { identity: identityOf(row) });
        }
      }
      return affiliateIds.map((id) => (id === null ? null : (cache.get(id)?.identity ?? null)));
    },
  };
}

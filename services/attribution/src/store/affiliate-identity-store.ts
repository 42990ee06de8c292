import { LRUCache } from 'lru-cache';
import { type AffiliateIdentity } from '../domain/evidence.ts';
import { SECOND_MS } from '@tributary/units';
import { type AffiliateIdentityDocument, type Collections } from './collections.ts';
import { listLinkedAccounts } from './linked-accounts.ts';

const CACHE_TTL_MS = 10 * SECOND_MS;
const CACHE_SIZE = 20_000;
const MAX_ADDRESSES = 20;

const identityOf = ({ mailboxHashes, ips }: AffiliateIdentityDocument): AffiliateIdentity => ({
  mailboxHashes,
  ips: ips.map(({ ip }) => ip),
});

/** Adds affiliates that are paid to the same destination. */
const addPartners =
  (identities: Collections['identities']) =>
  async (affiliateId: string, partners: readonly string[], at: Date): Promise<void> => {
    await identities.updateOne(
      { _id: affiliateId },
      {
        $setOnInsert: { mailboxHashes: [], ips: [] },
        $addToSet: { paidWith: { $each: [...partners] } },
        $max: { seenAt: at },
      },
      { upsert: true },
    );
  };

/** Affiliates' own mailboxes, and the addresses that they signed in from. */
export function affiliateIdentityStore({ identities }: Collections) {
  const cache = new LRUCache<string, { readonly identity: AffiliateIdentity | null }>({
    max: CACHE_SIZE,
    ttl: CACHE_TTL_MS,
  });
  return {
    addMailbox: async (affiliateId: string, mailboxHash: string, at: Date): Promise<void> => {
      await identities.updateOne(
        { _id: affiliateId },
        {
          $setOnInsert: { ips: [] },
          $addToSet: { mailboxHashes: mailboxHash },
          $max: { seenAt: at },
        },
        { upsert: true },
      );
    },
    addPartners: addPartners(identities),
    addAddress: async (affiliateId: string, ip: string, at: Date): Promise<void> => {
      const _id = affiliateId;
      const base = { $setOnInsert: { mailboxHashes: [], ips: [] }, $max: { seenAt: at } };
      await identities.updateOne({ _id }, base, { upsert: true });
      // A known address moves to the end.
      await identities.updateOne({ _id }, { $pull: { ips: { ip } } });
      const pushed = { $each: [{ ip, at }], $slice: -MAX_ADDRESSES };
      await identities.updateOne({ _id }, { $push: { ips: pushed } });
    },
    findLinked: (affiliateId: string) => listLinkedAccounts(identities, affiliateId),
    /** In the given order; null for affiliates that are not known. */
    findMany: async (
      affiliateIds: readonly (string | null)[],
    ): Promise<(AffiliateIdentity | null)[]> => {
      const ids = [...new Set(affiliateIds.filter((id) => id !== null))];
      // Read once: an entry may expire while the others are found.
      const known = new Map(ids.map((id) => [id, cache.get(id)]));
      const missing = ids.filter((id) => known.get(id) === undefined);
      if (missing.length > 0) {
        for (const id of missing) known.set(id, { identity: null });
        const found = await identities.find({ _id: { $in: missing } }).toArray();
        for (const document of found) known.set(document._id, { identity: identityOf(document) });
        for (const id of missing) cache.set(id, known.get(id) ?? { identity: null });
      }
      return affiliateIds.map((id) => (id === null ? null : (known.get(id)?.identity ?? null)));
    },
  };
}

import { keepLastUsed } from '@tributary/work';
import { type AffiliateIdentity } from '../domain/evidence.ts';
import { SECOND_MS } from '@tributary/units';
import { type AffiliateIdentityDocument, type Collections } from './collections.ts';
import { type OwnedAccount } from '../domain/linked-accounts.ts';
import { listLinkedAccounts, ownedOf } from './linked-accounts.ts';

const CACHE_TTL_MS = 10 * SECOND_MS;
const CACHE_SIZE = 20_000;
const MAX_ADDRESSES = 20;
/** What more accounts share is public, as a carrier's gateway is. */
const MAX_ON_LINE = 50;

const identityOf = ({ mailboxHashes, ips }: AffiliateIdentityDocument): AffiliateIdentity => ({
  mailboxHashes,
  ips: ips.map(({ ip }) => ip),
});

/** The update that finds or adds an account, which was active at a time. */
const activeAt = (at: Date) => ({
  $setOnInsert: { mailboxHashes: [], provedHashes: [], ips: [] },
  $max: { seenAt: at },
});

/** Saves what is new of accounts. */
const writesOf = (identities: Collections['identities']) => ({
  /** @param isProved whether the account's owner has proved to read it */
  addMailbox: async (_id: string, hash: string, isProved: boolean, at: Date): Promise<void> => {
    await identities.updateOne({ _id }, activeAt(at), { upsert: true });
    const proved = isProved ? { provedHashes: hash } : {};
    await identities.updateOne({ _id }, { $addToSet: { mailboxHashes: hash, ...proved } });
  },
  /** Adds affiliates that are paid to the same destination. */
  addPartners: async (_id: string, partners: readonly string[], at: Date): Promise<void> => {
    const added = { $addToSet: { paidWith: { $each: [...partners] } } };
    await identities.updateOne({ _id }, { ...activeAt(at), ...added }, { upsert: true });
  },
  setSuspended: async (_id: string, isSuspended: boolean, at: Date): Promise<void> => {
    const state = isSuspended
      ? { $set: { isSuspended } as const }
      : { $unset: { isSuspended: '' as const } };
    await identities.updateOne({ _id }, { ...activeAt(at), ...state }, { upsert: true });
  },
  /** @returns whether the address is new for the account */
  addAddress: async (_id: string, ip: string, at: Date): Promise<boolean> => {
    await identities.updateOne({ _id }, activeAt(at), { upsert: true });
    // A known address moves to the end.
    const { modifiedCount } = await identities.updateOne({ _id }, { $pull: { ips: { ip } } });
    const pushed = { $each: [{ ip, at }], $slice: -MAX_ADDRESSES };
    await identities.updateOne({ _id }, { $push: { ips: pushed } });
    return modifiedCount === 0;
  },
});

/** What accounts have in common with others. */
const comparisonsOf = (identities: Collections['identities']) => ({
  findLinked: (affiliateId: string) => listLinkedAccounts(identities, affiliateId),
  /** What is known of the owners of these accounts. */
  listOwned: async (affiliateIds: readonly string[]): Promise<OwnedAccount[]> => {
    const found = await identities.find({ _id: { $in: [...affiliateIds] } }).toArray();
    return found.map(ownedOf);
  },
  /** The addresses that the account signed in from, as they are stored now. */
  listAddresses: async (_id: string): Promise<string[]> => {
    const found = await identities.findOne({ _id }, { projection: { ips: 1 } });
    return (found?.ips ?? []).map(({ ip }) => ip);
  },
  /** How many other accounts signed in from one of these addresses; 0 where they are too many. */
  countOnLines: async (affiliateId: string, ips: readonly string[]): Promise<number> => {
    const where = { 'ips.ip': { $in: [...ips] }, _id: { $ne: affiliateId } };
    const count = await identities.countDocuments(where, { limit: MAX_ON_LINE + 1 });
    return count > MAX_ON_LINE ? 0 : count;
  },
});

/** Affiliates' own mailboxes, and the addresses that they signed in from. */
export function affiliateIdentityStore({ identities }: Collections) {
  const cache = keepLastUsed<{ readonly identity: AffiliateIdentity | null }>({
    max: CACHE_SIZE,
    ttl: CACHE_TTL_MS,
  });
  return {
    ...writesOf(identities),
    ...comparisonsOf(identities),
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

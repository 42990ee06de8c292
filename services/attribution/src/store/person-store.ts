import { LRUCache } from 'lru-cache';
import { type IdentityEvidence } from '../domain/identity-signals.ts';
import { type Models } from './models.ts';
import { type PersonRow } from './rows.ts';

type Person = NonNullable<IdentityEvidence['affiliate']>;

const REMEMBERED_MS = 10_000;
/** Of one affiliate so many addresses count, and so many mailboxes. */
const MOST = 20;

const personOf = ({ mailboxHashes, ips }: PersonRow): Person => ({
  mailboxHashes,
  ips: ips.map(({ ip }) => ip),
});

/** Affiliates' own mailboxes and the addresses that they work from. */
export function personStore({ people }: Models) {
  const cache = new LRUCache<string, { readonly person: Person | null }>({
    max: 20_000,
    ttl: REMEMBERED_MS,
  });
  const rows = people.collection;
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
      // One that is known moves to the end.
      await rows.updateOne({ _id }, { $pull: { ips: { ip } as never } });
      const pushed = { $each: [{ ip, at }], $slice: -MOST };
      await rows.updateOne({ _id }, { $push: { ips: pushed as never } });
    },
    /** In the order asked; null where nothing is known. */
    findMany: async (affiliateIds: readonly (string | null)[]): Promise<(Person | null)[]> => {
      const missing = affiliateIds.filter((id): id is string => id !== null && !cache.has(id));
      if (missing.length > 0) {
        const ids = [...new Set(missing)];
        const found = await rows.find({ _id: { $in: ids } } as never).toArray();
        for (const id of ids) cache.set(id, { person: null });
        for (const row of found as unknown as PersonRow[]) {
          cache.set(row._id, { person: personOf(row) });
        }
      }
      return affiliateIds.map((id) => (id === null ? null : (cache.get(id)?.person ?? null)));
    },
  };
}

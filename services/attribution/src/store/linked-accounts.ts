import {
  type LinkedAccount,
  linksOf,
  MAX_LINKED,
  type OwnedAccount,
} from '../domain/linked-accounts.ts';
import { type AffiliateIdentityDocument, type Collections } from './collections.ts';

type Identities = Collections['identities'];

/** How many links may lie between two accounts of one person. */
const MAX_STEPS = 5;

/** Documents of earlier releases do not state what was proved. */
export const ownedOf = ({
  _id: accountId,
  mailboxHashes = [],
  provedHashes = mailboxHashes,
  paidWith = [],
  isSuspended,
}: Partial<AffiliateIdentityDocument> & Pick<AffiliateIdentityDocument, '_id'>): OwnedAccount => ({
  accountId,
  mailboxHashes,
  provedHashes,
  paidWith,
  isSuspended: isSuspended === true,
});

/** The accounts that may be linked with one of these directly. */
async function findAround(
  identities: Identities,
  accounts: readonly OwnedAccount[],
): Promise<OwnedAccount[]> {
  const ids = accounts.map(({ accountId }) => accountId);
  const found = await identities
    .find({
      _id: { $nin: ids },
      $or: [
        { mailboxHashes: { $in: accounts.flatMap(({ mailboxHashes }) => mailboxHashes) } },
        { paidWith: { $in: ids } },
        { _id: { $in: accounts.flatMap(({ paidWith }) => paidWith) } },
      ],
    })
    .limit(MAX_LINKED + 1)
    .toArray();
  return found.map(ownedOf);
}

/**
 * Accounts of the person who has this one: all that are connected with it by mailboxes and by where they are paid to, also
 * over others. None where they are too many.
 */
export async function listLinkedAccounts(
  identities: Identities,
  affiliateId: string,
): Promise<LinkedAccount[]> {
  const own = ownedOf((await identities.findOne({ _id: affiliateId })) ?? { _id: affiliateId });
  const linked = new Map<string, LinkedAccount>();
  let reached = [own];
  for (let step = 0; step < MAX_STEPS && reached.length > 0; step += 1) {
    const around = await findAround(identities, reached);
    const known = new Map(around.map((one) => [one.accountId, one]));
    const next: OwnedAccount[] = [];
    for (const link of reached.flatMap((one) => linksOf(one, around))) {
      if (link.accountId === affiliateId || linked.has(link.accountId)) continue;
      linked.set(link.accountId, link);
      next.push(known.get(link.accountId) ?? ownedOf({ _id: link.accountId }));
    }
    if (linked.size > MAX_LINKED) return [];
    reached = next;
  }
  return [...linked.values()];
}

import {
  type LinkedAccount,
  linksOf,
  MAX_LINKED,
  type OwnedAccount,
} from '../domain/linked-accounts.ts';
import { type AffiliateIdentityDocument, type Collections } from './collections.ts';

const ownedOf = ({
  _id: accountId,
  mailboxHashes = [],
  paidWith = [],
}: Partial<AffiliateIdentityDocument> & Pick<AffiliateIdentityDocument, '_id'>): OwnedAccount => ({
  accountId,
  mailboxHashes,
  paidWith,
});

/** Accounts of the person who has this one, by its mailboxes and where it is paid to. */
export async function listLinkedAccounts(
  identities: Collections['identities'],
  affiliateId: string,
): Promise<LinkedAccount[]> {
  const own = ownedOf((await identities.findOne({ _id: affiliateId })) ?? { _id: affiliateId });
  const others = await identities
    .find({
      _id: { $ne: affiliateId },
      $or: [
        { mailboxHashes: { $in: [...own.mailboxHashes] } },
        { paidWith: affiliateId },
        { _id: { $in: [...own.paidWith] } },
      ],
    })
    .limit(MAX_LINKED + 1)
    .toArray();
  return linksOf(own, others.map(ownedOf));
}

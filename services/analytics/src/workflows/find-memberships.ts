import { type Transaction } from '@tributary/mongo';
import { openOwnerLookup } from '@tributary/service';
import { type BrandAffiliate, type CampaignClient } from '../clients/campaign-client.ts';
import { type MembershipDocument } from '../store/collections.ts';
import { type MembershipStore } from '../store/membership-store.ts';
import { type NameStore } from '../store/name-store.ts';

interface Parts {
  readonly memberships: MembershipStore;
  readonly campaign: Pick<CampaignClient, 'findAffiliate'>;
  readonly transaction: Transaction<{
    readonly memberships: MembershipStore;
    readonly names: NameStore;
  }>;
}

const undefinedIfEmpty = <Item>(items: readonly Item[]): readonly Item[] | undefined =>
  items.length === 0 ? undefined : items;

/** Copies an affiliate of a brand, with the campaigns that the affiliate has joined. */
const copyAffiliate =
  ({ transaction }: Parts) =>
  ({ brandId, affiliateId, name, memberships: joined }: BrandAffiliate): Promise<void> =>
    transaction(async ({ names, memberships }) => {
      // Dated before every event of the account, which may have changed its name since.
      await names.saveAffiliate({ _id: affiliateId, name, changedAt: new Date(0) });
      for (const { campaignId, joinedAt } of joined) {
        await memberships.join({ brandId, campaignId, affiliateId }, joinedAt);
      }
    });

/** Finds an affiliate's memberships of a brand's campaigns in this service's copies, else at the campaign service. */
export function openMemberships(parts: Parts) {
  const { memberships, campaign } = parts;
  const partiesOf = (text: string): readonly [brandId: string, affiliateId: string] => {
    const [brandId = '', affiliateId = ''] = text.split(' ');
    return [brandId, affiliateId];
  };
  const find = openOwnerLookup<readonly MembershipDocument[], BrandAffiliate>({
    find: async (text) => undefinedIfEmpty(await memberships.list(...partiesOf(text))),
    request: (text) => campaign.findAffiliate(...partiesOf(text)),
    save: copyAffiliate(parts),
    // An affiliate may join at any moment.
    remembersMisses: false,
  });
  /** @throws unavailable where there is no copy and campaign cannot be reached */
  return async (brandId: string, affiliateId: string): Promise<readonly MembershipDocument[]> =>
    (await find(`${brandId} ${affiliateId}`)) ?? [];
}

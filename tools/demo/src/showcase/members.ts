import { type Tributary } from '@tributary/sdk';
import { type Account, openAccount, upgrade } from '../accounts.ts';
import { type Api } from '../api.ts';
import { type Progress } from '../progress.ts';
import { type StateFile } from '../state.ts';
import { ignoreConflict, newTrackingSecret } from '../story.ts';
import { CAST, type CastBrand } from './cast.ts';
import { type FollowedLink } from './past-clicks.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface ShowcaseRun {
  readonly api: Api;
  readonly admin: Tributary;
  readonly env: Env;
  readonly file: StateFile;
  readonly progress: Progress;
}

export interface ShownBrand {
  readonly cast: CastBrand;
  readonly account: Account;
  readonly campaignId: string;
  /** A client that signs the shop's orders. */
  readonly shop: Tributary;
}

export interface ShownMember {
  readonly account: Account;
  readonly brand: ShownBrand;
  readonly link: FollowedLink;
}

const emailOf = (name: string): string =>
  `${name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z0-9 ]/g, '')
    .replaceAll(/ +/g, '.')}@demo.example`;

/** Opens a brand of the pro plan with its active campaign. */
export async function openBrand({ api, admin }: ShowcaseRun, cast: CastBrand): Promise<ShownBrand> {
  const email = emailOf(cast.name);
  const account = await openAccount(api, { email, name: cast.name, role: 'brand' });
  await upgrade(api, admin, account);
  const { campaigns } = account.tributary;
  const [known] = (await campaigns.list()).campaigns;
  const idempotencyKey = `showcase-${account.id}`;
  const campaign =
    known ?? (await campaigns.create({ ...cast.campaign, status: 'active' }, { idempotencyKey }));
  const shop = api.client({ signingSecret: await newTrackingSecret(account) });
  return { cast, account, campaignId: campaign.id, shop };
}

async function openLink(account: Account, brand: ShownBrand, medium: string) {
  const { links } = account.tributary;
  const { campaignId } = brand;
  const known = (await links.list()).links.find(({ campaign_id }) => campaign_id === campaignId);
  const idempotencyKey = `showcase-${account.id}-${campaignId}`;
  const link =
    known ??
    (await links.create(
      { campaign_id: campaignId, sub_ids: { sub1: medium } },
      { idempotencyKey },
    ));
  return {
    linkId: link.id,
    trackingCode: link.tracking_code,
    campaignId,
    brandId: brand.account.id,
    affiliateId: account.id,
    medium,
  };
}

async function join(account: Account, { campaignId, cast, account: brand }: ShownBrand) {
  const message = 'I write about this every week and would like to work with you.';
  await account.tributary.campaigns.apply(campaignId, { message }).catch(ignoreConflict);
  if (cast.campaign.approval?.mode !== 'manual') return;
  const { applications } = brand.tributary;
  for await (const { id, affiliate_id } of applications.list({ status: 'pending' })) {
    if (affiliate_id === account.id) await applications.review(id, { decision: 'approved' });
  }
}

/** The members of both campaigns; those who only apply are left out. */
export async function openMembers(run: ShowcaseRun, brands: readonly ShownBrand[]) {
  const members: ShownMember[] = [];
  for (const { name, medium, brands: keys, isApplicant = false } of CAST) {
    const account = await openAccount(run.api, { email: emailOf(name), name, role: 'affiliate' });
    for (const brand of brands.filter(({ cast }) => keys.includes(cast.key))) {
      if (isApplicant) {
        await account.tributary.campaigns.apply(brand.campaignId, {}).catch(ignoreConflict);
        continue;
      }
      await join(account, brand);
      members.push({ account, brand, link: await openLink(account, brand, medium) });
    }
  }
  return members;
}

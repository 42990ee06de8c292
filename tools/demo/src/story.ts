import { setTimeout as pause } from 'node:timers/promises';
import { ConflictError, NotFoundError, type Schemas, type Tributary } from '@tributary/sdk';
import { type Account, openAccount, signIn, upgrade } from './accounts.ts';
import { type Api, forEachParallel } from './api.ts';
import { type DemoOptions } from './options.ts';
import { chooseAffiliates, type Order } from './orders.ts';
import { type Progress } from './progress.ts';
import { type StateFile } from './state.ts';

export const AFFILIATES = 12;
/** The campaign's rate in thousandths; 7.5 % makes rounding matter. */
export const RATE_THOUSANDTHS = 75;
const CAMPAIGN_NAME = 'CDNOW demo';
/** Conversions in one call, and calls at once: smaller calls are answered long before their time limit. */
const APPROVALS = { perCall: 100, parallel: 8 };
/** The assessment of tens of thousands of orders at once takes some minutes on a small machine. */
const APPROVED_WITHIN_MS = 600_000;

type Campaign = Schemas['Campaign'];

export interface Member {
  readonly account: Account;
  readonly trackingCode: string;
}

export interface Setup {
  readonly admin: Tributary;
  readonly brand: Account;
  readonly campaign: Campaign;
  readonly members: readonly Member[];
}

/** Creates the accounts, the campaign and the links, or finds those of an earlier run. */
export async function setUp(api: Api, options: DemoOptions, file: StateFile): Promise<Setup> {
  const { seed } = options;
  const admin = await signIn(api, options.adminEmail, options.adminPassword);
  const email = `shop-${String(seed)}@demo.example`;
  const brand = await openAccount(api, { email, name: 'CD shop', role: 'brand' });
  if (brand.isNew) file.reset();
  await upgrade(api, admin, brand);
  const campaign = await openCampaign(brand);
  if (brand.isNew) await setSingleTier(brand, campaign);
  const members: Member[] = [];
  for (let number = 1; number <= AFFILIATES; number += 1) {
    members.push(await joinCampaign(api, campaign, { seed, number }));
  }
  await createTrackingSecret(brand, file);
  return { admin, brand, campaign, members };
}

async function openCampaign({ tributary, id }: Account): Promise<Campaign> {
  const { campaigns } = await tributary.campaigns.list();
  const draft =
    campaigns.find(({ name }) => name === CAMPAIGN_NAME) ??
    (await tributary.campaigns.create(
      {
        name: CAMPAIGN_NAME,
        description: 'Real orders of an online CD shop',
        type: 'sale',
        landing_page_url: 'https://cds.example.com/',
        commission: {
          type: 'percentage',
          value: RATE_THOUSANDTHS / 10,
          currency: 'USD',
          hold_days: 0,
        },
        approval: { mode: 'auto' },
      },
      { idempotencyKey: `demo-campaign-${id}` },
    ));
  return draft.status === 'active'
    ? draft
    : tributary.campaigns.update(draft.id, { status: 'active' });
}

const CAMPAIGN_KNOWN_WITHIN_MS = 60_000;

/**
 * Gives the campaign a single tier. The bonuses of the platform's tiers depend on the time of each order;
 * with one tier the commissions can be calculated from the file.
 */
async function setSingleTier({ tributary }: Account, { id }: Campaign): Promise<void> {
  const until = performance.now() + CAMPAIGN_KNOWN_WITHIN_MS;
  const tier = { name: 'Bronze', bonus_percent: 0, min_conversions: 0, min_revenue: 0 };
  for (;;) {
    try {
      await tributary.campaigns.setTiers(id, { tiers: [tier] });
      return;
    } catch (error) {
      // The commission service receives the campaign by an event.
      if (!(error instanceof NotFoundError) || performance.now() > until) throw error;
    }
    await pause(200);
  }
}

async function joinCampaign(
  api: Api,
  campaign: Campaign,
  member: { seed: number; number: number },
): Promise<Member> {
  const label = String(member.number).padStart(2, '0');
  const email = `affiliate-${String(member.seed)}-${label}@demo.example`;
  const account = await openAccount(api, { email, name: `Affiliate ${label}`, role: 'affiliate' });
  const { campaigns, links } = account.tributary;
  const page = await links.list();
  const existing = page.links.find(({ campaign_id }) => campaign_id === campaign.id);
  if (existing !== undefined) return { account, trackingCode: existing.tracking_code };
  await campaigns.apply(campaign.id, {}).catch(ignoreConflict);
  const link = await links.create(
    { campaign_id: campaign.id, sub_ids: { sub1: 'demo' } },
    { idempotencyKey: `demo-link-${account.id}` },
  );
  return { account, trackingCode: link.tracking_code };
}

/** An earlier run applied already. */
export const ignoreConflict = (error: unknown): void => {
  if (!(error instanceof ConflictError)) throw error;
};

/** Creates a tracking secret, with which rate limits count orders by brand instead of address. */
async function createTrackingSecret(brand: Account, file: StateFile): Promise<void> {
  if (file.state.trackingSecret !== null) return;
  file.state.trackingSecret = await newTrackingSecret(brand);
  file.save();
}

export async function newTrackingSecret(brand: Account): Promise<string> {
  const { trackingSecrets } = brand.tributary;
  const { tracking_secrets: secrets } = await trackingSecrets.list();
  // A brand has two secrets at most; a shop that lost its own replaces the oldest.
  const oldest = secrets.length < 2 ? undefined : secrets.at(-1);
  if (oldest !== undefined) await trackingSecrets.delete(oldest.id);
  const { secret } = await trackingSecrets.create();
  return secret;
}

/** Each customer follows the link of the referring affiliate once. */
export async function followLinks(
  api: Api,
  setup: Setup,
  run: { orders: readonly Order[]; options: DemoOptions; file: StateFile; progress: Progress },
): Promise<number> {
  const { orders, options, file, progress } = run;
  const chosen = chooseAffiliates(orders, options.seed, AFFILIATES);
  const waiting = [...chosen].filter(([customer]) => file.state.clicks[customer] === undefined);
  progress.begin('clicks', waiting.length);
  await forEachParallel(waiting, options.parallel, async ([customer, affiliate]) => {
    const code = setup.members[affiliate]?.trackingCode ?? '';
    const headers = { 'user-agent': browserOf(customer), accept: 'text/html' };
    const visitor = api.client({ caller: 200 + Number(customer) });
    const response = await visitor.links.follow(code, { headers });
    await response.body?.cancel();
    const { status } = response;
    const location = response.headers.get('location') ?? '';
    const click = status === 302 ? new URL(location).searchParams.get('click_id') : null;
    if (click === null) throw new Error(`/r/${code} answered ${String(status)} ${location}`);
    file.state.clicks[customer] = click;
    if (progress.step() % 500 === 0) file.save();
  });
  file.save();
  return waiting.length;
}

const browserOf = (customer: string): string =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/${String(120 + (Number(customer) % 25))}.0 Safari/537.36`;

export interface Posted {
  readonly created: number;
  readonly repeated: number;
  readonly conversionIds: readonly string[];
}

/** Posts each order as a signed conversion; the API answers a known order with 409 and its conversion. */
export async function postOrders(
  api: Api,
  run: { orders: readonly Order[]; options: DemoOptions; file: StateFile; progress: Progress },
): Promise<Posted> {
  const { orders, options, file, progress } = run;
  const shop = api.client({ signingSecret: file.state.trackingSecret ?? '' });
  const ids: string[] = [];
  const count = { created: 0, repeated: 0 };
  progress.begin('orders', orders.length);
  await forEachParallel(orders, options.parallel, async (order, index) => {
    const { id, isNew } = await postOrder(shop, order, file);
    count[isNew ? 'created' : 'repeated'] += 1;
    ids[index] = id;
    progress.step();
  });
  return { ...count, conversionIds: ids };
}

/** Returns the order's conversion, and whether this call created it. */
function postOrder(
  { conversions }: Tributary,
  { orderId, customerId, valueText, quantity }: Order,
  { state }: StateFile,
): Promise<{ id: string; isNew: boolean }> {
  return trackOnce(conversions, {
    click_id: state.clicks[customerId] ?? '',
    transaction_id: orderId,
    order_id: orderId,
    order_value: valueText,
    currency: 'USD',
    customer_id: customerId,
    products: [{ sku: 'cd', name: 'CD', quantity, price: 0 }],
  });
}

/** Tracks an order. @returns its conversion, which an earlier run may have made */
export async function trackOnce(
  conversions: Pick<Tributary['conversions'], 'track'>,
  order: Parameters<Tributary['conversions']['track']>[0],
): Promise<{ id: string; isNew: boolean }> {
  try {
    const { data } = await conversions.track(order);
    return { id: data.conversion_id, isNew: true };
  } catch (error) {
    const isKnown = error instanceof ConflictError && error.code === 'duplicate_order';
    if (!isKnown) throw error;
    return { id: String(error.details['conversion_id']), isNew: false };
  }
}

/** The conversion has not been assessed yet, because its order is a moment old, or the call had no time left for it. */
const isTemporary = ({ error }: { readonly error: string }): boolean =>
  error === 'assessment_unavailable' || error === 'not_reviewed_in_time';

/** Approves all conversions, some calls at once. */
export async function approveConversions(
  brand: Account,
  run: { conversionIds: readonly string[]; progress: Progress },
): Promise<{ commissions: number; failed: number }> {
  const { conversionIds, progress } = run;
  const total = { commissions: 0, failed: 0 };
  progress.begin('approvals', conversionIds.length);
  const calls = slicesOf(conversionIds, APPROVALS.perCall);
  await forEachParallel(calls, APPROVALS.parallel, async (ids) => {
    const { commissions, failed } = await approveUntilAssessed(brand.tributary, ids);
    total.commissions += commissions;
    total.failed += failed;
    progress.step(ids.length);
  });
  return total;
}

/** Repeats the approval of those that are not assessed yet, for up to ten minutes. */
async function approveUntilAssessed({ conversions }: Tributary, ids: readonly string[]) {
  const until = performance.now() + APPROVED_WITHIN_MS;
  const total = { commissions: 0, failed: 0 };
  let waiting = [...ids];
  for (;;) {
    const review = { conversion_ids: waiting, decision: 'approved' } as const;
    const { data } = await conversions.bulkReview(review);
    total.commissions += data.results.filter((result) => result.commission_created).length;
    waiting = data.errors.filter(isTemporary).map(({ id }) => id);
    total.failed += data.errors.length - waiting.length;
    if (waiting.length === 0) return total;
    if (performance.now() > until) return { ...total, failed: total.failed + waiting.length };
    await pause(1_000);
  }
}

const slicesOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

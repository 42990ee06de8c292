import { randomUUID } from 'node:crypto';
import { type Tributary } from '@tributary/sdk';
import {
  clickOwnerOf,
  COUPON_ORDER_MINOR,
  type CouponCase,
  couponCases,
  eventually,
  namedCodeOf,
} from '@tributary/testing';
import { Client, follow, type Person } from '../client.ts';
import { sharedSystem } from '../shared-system.ts';

const VALUE = (COUPON_ORDER_MINOR / 100).toFixed(2);

interface Member {
  readonly tributary: Tributary;
  readonly trackingCode: string;
}

interface RuledCampaign {
  readonly id: string;
  readonly anna: Member;
  readonly bela: Member;
  /** Anna's code, and one whose window begins in 2099. */
  readonly codes: Readonly<Record<'valid' | 'expired', string>>;
}

interface World {
  readonly brand: Person;
  /** Calls the API as the brand, and reports orders as its shop. */
  readonly shop: Tributary;
  readonly campaigns: ReadonlyMap<CouponCase['rule'], RuledCampaign>;
}

async function join(tributary: Tributary, campaign_id: string): Promise<Member> {
  await tributary.campaigns.apply(campaign_id, {});
  const { tracking_code } = await tributary.links.create({ campaign_id });
  return { tributary, trackingCode: tracking_code };
}

/** A campaign with this rule, its two members, and Anna's codes. */
async function ruledCampaign(
  client: Client,
  { brand, anna, bela }: Readonly<Record<'brand' | 'anna' | 'bela', Person>>,
  rule: CouponCase['rule'],
): Promise<RuledCampaign> {
  const { campaigns, coupons } = client.sdk(brand.token);
  const { id } = await campaigns.create({
    name: `Rule ${rule}`,
    type: 'sale',
    landing_page_url: 'https://shop.example.com/',
    commission: { type: 'percentage', value: 10, currency: 'USD', hold_days: 0 },
    approval: { mode: 'auto' },
    attribution: { coupon_rule: rule },
    status: 'active',
  });
  const members = {
    anna: await join(client.sdk(anna.token), id),
    bela: await join(client.sdk(bela.token), id),
  };
  const code = { campaign_id: id, affiliate_id: anna.id };
  const codes = { valid: `anna-${rule}`, expired: `later-${rule}` };
  await coupons.bulkCreate({
    coupons: [
      { ...code, code: codes.valid, starts_at: '2026-01-01' },
      { ...code, code: codes.expired, starts_at: '2099-01-01' },
    ],
  });
  return { id, ...members, codes };
}

async function createWorld(client: Client): Promise<World> {
  const brand = await client.register('brand', 'Coupons');
  const [anna, bela] = [
    await client.register('affiliate', 'Anna'),
    await client.register('affiliate', 'Bela'),
  ];
  const campaigns = new Map<CouponCase['rule'], RuledCampaign>();
  for (const { rule } of couponCases) {
    if (campaigns.has(rule)) continue;
    campaigns.set(rule, await ruledCampaign(client, { brand, anna, bela }, rule));
  }
  return { brand, shop: client.sdk(brand.token), campaigns };
}

const orderIdOf = (given: CouponCase): string =>
  `coupon-order-${String(couponCases.indexOf(given))}`;

/** Reports the order of a case as the shop does, and returns the id of its conversion. */
async function report(
  client: Client,
  { brand, shop, campaigns }: World,
  given: CouponCase,
): Promise<string> {
  const { rule, situation } = given;
  const orderId = orderIdOf(given);
  const campaign = campaigns.get(rule);
  if (campaign === undefined) throw new Error(`no campaign for ${rule}`);
  const [named, owner] = [namedCodeOf(situation), clickOwnerOf(situation)];
  const codes = { ...campaign.codes, unknown: 'NOBODYS' };
  const clickId = owner === null ? null : await follow(client, campaign[owner].trackingCode);
  const { data } = await shop.conversions.track({
    ...(clickId === null ? { brand_id: brand.id } : { click_id: clickId }),
    ...(named === null ? {} : { coupon_code: ` ${codes[named].toUpperCase()}` }),
    transaction_id: orderId,
    order_value: VALUE,
    customer_email: `${randomUUID()}@example.com`,
  });
  return data.conversion_id;
}

/** Tests coupon codes from the shop's report to the commission, in a system that other suites share. */
describe('coupon codes', () => {
  let client: Client;
  let world: World;
  const orders = new Map<CouponCase, string>();

  beforeAll(async () => {
    client = new Client(sharedSystem());
    world = await createWorld(client);
    for (const one of couponCases) {
      orders.set(one, await report(client, world, one));
    }
    const ids = [...orders.values()];
    const { brandConversions, conversions } = world.shop;
    await eventually(async () => {
      const { data } = await brandConversions.list({ per_page: 100 });
      const known = data.conversions.filter(({ id }) => ids.includes(id));
      return known.length === ids.length && known.every((one) => one.fraud_score !== null);
    });
    await conversions.bulkReview({ conversion_ids: ids, decision: 'approved' });
  }, 120_000);

  const commissionsOf = async ({ tributary }: Member, given: CouponCase): Promise<number[]> => {
    const list = await tributary.commissions.list({ limit: 100 });
    return list
      .filter(({ order_id: orderId }) => orderId === orderIdOf(given))
      .map(({ amount }) => Math.round(amount * 100));
  };

  it.each(couponCases)('pays to the cent by the rule $rule: $situation', async (given) => {
    const conversionId = orders.get(given) ?? '';
    const campaign = world.campaigns.get(given.rule);
    if (campaign === undefined) throw new Error(`no campaign for ${given.rule}`);
    for (const whose of ['anna', 'bela'] as const) {
      const amount = given.commissions[whose];
      const paid = await commissionsOf(campaign[whose], given);
      expect([whose, paid]).toEqual([whose, amount === undefined ? [] : [amount]]);
    }
    const { data } = await world.shop.conversions.getExplanation(conversionId);
    const { decision, codePercent, rule } = given;
    expect(data.attribution.coupon).toEqual(
      decision === null
        ? null
        : expect.objectContaining({ decision, rule, code_share: codePercent }),
    );
    const parts = data.attribution.shares.map(({ value }) => Math.round(Number(value) * 100));
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(COUPON_ORDER_MINOR);
  });

  it('takes both parts back where the order is refunded', async () => {
    const split = couponCases.find(({ rule, decision }) => rule === 'split' && decision === 'rule');
    const campaign = world.campaigns.get('split');
    if (campaign === undefined || split === undefined) throw new Error('no split');
    await world.shop.conversions.adjust({
      original_order_id: orderIdOf(split),
      adjustment_type: 'refund',
      refund_id: 'refund-of-a-split',
    });
    for (const { tributary } of [campaign.anna, campaign.bela]) {
      await eventually(async () => {
        const cancelled = await tributary.commissions.list({ limit: 100, status: 'cancelled' });
        return cancelled.some(({ order_id: orderId }) => orderId === orderIdOf(split));
      });
    }
  });
});

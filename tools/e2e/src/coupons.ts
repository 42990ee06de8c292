import { randomUUID } from 'node:crypto';
import {
  clickOwnerOf,
  COUPON_ORDER_MINOR,
  type CouponCase,
  couponCases,
  namedCodeOf,
} from '@tributary/testing';
import { type Body, Client, DIRECT_SECRET, follow, type Person, refund, sign } from './client.ts';
import { type TestSystem } from './system.ts';

const VALUE = (COUPON_ORDER_MINOR / 100).toFixed(2);

interface Member {
  readonly person: Person;
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
  readonly campaigns: ReadonlyMap<CouponCase['rule'], RuledCampaign>;
}

async function join(client: Client, person: Person, campaignId: string): Promise<Member> {
  const caller = { token: person.token };
  await client.must('POST', `/api/affiliate/campaigns/${campaignId}/apply`, {
    ...caller,
    body: {},
  });
  const body = { campaign_id: campaignId };
  const link = await client.must('POST', '/api/affiliate/links', { ...caller, body });
  return { person, trackingCode: link.tracking_code };
}

/** A campaign with this rule, its two members, and Anna's codes. */
async function ruledCampaign(
  client: Client,
  { brand, anna, bela }: Readonly<Record<'brand' | 'anna' | 'bela', Person>>,
  rule: CouponCase['rule'],
): Promise<RuledCampaign> {
  const caller = { token: brand.token };
  const { id } = await client.must('POST', '/api/brand/campaigns', {
    ...caller,
    body: {
      name: `Rule ${rule}`,
      type: 'sale',
      landing_page_url: 'https://shop.example.com/',
      commission: { type: 'percentage', value: 10, currency: 'USD', hold_days: 0 },
      approval: { mode: 'auto' },
      attribution: { coupon_rule: rule },
      status: 'active',
    },
  });
  const members = { anna: await join(client, anna, id), bela: await join(client, bela, id) };
  const code = { campaign_id: id, affiliate_id: anna.id };
  const codes = { valid: `anna-${rule}`, expired: `later-${rule}` };
  await client.must('POST', '/api/brand/coupons/bulk', {
    ...caller,
    body: {
      coupons: [
        { ...code, code: codes.valid, starts_at: '2026-01-01' },
        { ...code, code: codes.expired, starts_at: '2099-01-01' },
      ],
    },
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
  return { brand, campaigns };
}

const orderIdOf = (given: CouponCase): string =>
  `coupon-order-${String(couponCases.indexOf(given))}`;

/** Reports the order of a case as the shop does, and returns the id of its conversion. */
async function report(
  client: Client,
  { brand, campaigns }: World,
  given: CouponCase,
): Promise<string> {
  const { rule, situation } = given;
  const orderId = orderIdOf(given);
  const campaign = campaigns.get(rule);
  if (campaign === undefined) throw new Error(`no campaign for ${rule}`);
  const [named, owner] = [namedCodeOf(situation), clickOwnerOf(situation)];
  const codes = { ...campaign.codes, unknown: 'NOBODYS' };
  const clickId = owner === null ? null : await follow(client, campaign[owner].trackingCode);
  const { data } = await client.must('POST', '/api/track/conversion', {
    body: {
      ...(clickId === null ? { brand_id: brand.id } : { click_id: clickId }),
      ...(named === null ? {} : { coupon_code: ` ${codes[named].toUpperCase()}` }),
      transaction_id: orderId,
      order_value: VALUE,
      customer_email: `${randomUUID()}@example.com`,
    },
    headers: {
      'x-service-signature': sign(DIRECT_SECRET, clickId ?? brand.id, orderId, VALUE),
    },
  });
  return data.conversion_id;
}

/** Tests coupon codes from the shop's report to the commission, in a system that other suites share. */
export const couponTests = (systemOf: () => TestSystem) => () => {
  let client: Client;
  let world: World;
  const orders = new Map<CouponCase, string>();

  beforeAll(async () => {
    client = new Client(systemOf());
    world = await createWorld(client);
    for (const one of couponCases) {
      orders.set(one, await report(client, world, one));
    }
    const ids = [...orders.values()];
    const caller = { token: world.brand.token };
    await client.until('/api/brand/conversions?per_page=100', caller, ({ data }) => {
      const known = data.conversions.filter(({ id }: Body) => ids.includes(id));
      const isAssessed = ({ fraud_score: score }: Body): boolean => score !== null;
      return known.length === ids.length && known.every(isAssessed);
    });
    await client.must('POST', '/api/brand/conversions/bulk-review', {
      ...caller,
      body: { conversion_ids: ids, decision: 'approved' },
    });
  }, 120_000);

  const commissionsOf = async ({ person }: Member, given: CouponCase): Promise<number[]> => {
    const caller = { token: person.token };
    const list = await client.must('GET', '/api/affiliate/commissions?limit=100', caller);
    return list
      .filter(({ order_id: orderId }: Body) => orderId === orderIdOf(given))
      .map(({ amount }: Body) => Math.round(Number(amount) * 100));
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
    const path = `/api/brand/conversions/${conversionId}/explanation`;
    const { data } = await client.must('GET', path, { token: world.brand.token });
    const { decision, codePercent, rule } = given;
    expect(data.attribution.coupon).toEqual(
      decision === null
        ? null
        : expect.objectContaining({ decision, rule, code_share: codePercent }),
    );
    const parts = data.attribution.shares.map(({ value }: Body) => Math.round(value * 100));
    expect(parts.reduce((sum: number, part: number) => sum + part, 0)).toBe(COUPON_ORDER_MINOR);
  });

  it('takes both parts back where the order is refunded', async () => {
    const split = couponCases.find(({ rule, decision }) => rule === 'split' && decision === 'rule');
    const campaign = world.campaigns.get('split');
    if (campaign === undefined || split === undefined) throw new Error('no split');
    await client.must('POST', '/api/track/adjustment', refund(orderIdOf(split), 'refund'));
    for (const member of [campaign.anna, campaign.bela]) {
      const path = '/api/affiliate/commissions?limit=100&status=cancelled';
      await client.until(path, { token: member.person.token }, (list) =>
        list.some(({ order_id: orderId }: Body) => orderId === orderIdOf(split)),
      );
    }
  });
};

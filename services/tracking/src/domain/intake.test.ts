import { type OrderCoupon } from '@tributary/contracts';
import { aCampaign, aClick } from '@tributary/testing';
import { DAY_MS, MINUTE_MS } from '@tributary/units';
import { aStoredConversion } from '../testing/a-stored-conversion.ts';
import { snapshotOf } from './conversion.ts';
import { decideIntake, type Order } from './intake.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const made = { id: '0199aaaa-0000-7000-8000-000000000001', now: NOW };

describe('decideIntake', () => {
  const campaign = aCampaign();
  const order = (given: Partial<Order> = {}): Order => ({
    ...aStoredConversion(),
    source: 'direct',
    convertedAt: NOW,
    ...given,
  });
  const clicked = (agoMs: number, given = {}) => ({
    kind: 'click' as const,
    click: aClick({ occurredAt: new Date(NOW.getTime() - agoMs).toISOString(), ...given }),
  });

  it('credits the last click’s affiliate within the campaign’s window, to the millisecond', () => {
    const touch = clicked(30 * DAY_MS);
    const { affiliateId, unpayableReason } = decideIntake(order(), touch, campaign, made);
    expect([affiliateId, unpayableReason]).toEqual([touch.click.affiliateId, null]);
  });

  it.each([
    ['bot_click', clicked(1, { validity: 'bot' })],
    ['no_attribution', clicked(1, { validity: 'filtered' })],
    ['campaign_ended', clicked(1, { validity: 'inactive_campaign' })],
    ['capped', clicked(1, { validity: 'capped' })],
  ])('names affiliate and reason of an order that earns only if approved: %s', (reason, touch) => {
    const conversion = decideIntake(order(), touch, campaign, made);
    const { affiliateId, clickId } = touch.click;
    expect(conversion).toMatchObject({
      affiliateId,
      affiliateIds: [affiliateId],
      unpayableReason: reason,
      requiresReview: true,
      clickId,
    });
  });

  it.each([
    ['after the window', clicked(30 * DAY_MS + 1)],
    ['before its click', clicked(-5 * MINUTE_MS - 1)],
    ['after the window of a bot’s click', clicked(31 * DAY_MS, { validity: 'bot' })],
  ])('credits nobody for an order that comes %s, and names the reason', (_when, touch) => {
    expect(decideIntake(order(), touch, campaign, made)).toMatchObject({
      affiliateId: null,
      affiliateIds: [],
      unpayableReason: 'no_attribution',
      requiresReview: true,
      clickId: touch.click.clickId,
    });
  });

  it('credits a repeated click of the same visitor like the first', () => {
    const touch = clicked(1, { validity: 'duplicate' });
    expect(decideIntake(order(), touch, campaign, made).affiliateId).toBe(touch.click.affiliateId);
  });

  it('stores and publishes the sub ids of the click, for the affiliate’s own postbacks', () => {
    const touch = clicked(1, { subIds: { sub1: 'newsletter' } });
    const conversion = decideIntake(order(), touch, campaign, made);
    expect(snapshotOf(conversion).subIds).toEqual({ sub1: 'newsletter' });
    expect(snapshotOf(decideIntake(order(), clicked(1), campaign, made))).not.toHaveProperty(
      'subIds',
    );
  });

  it('states the traits of the click, by which reports group', () => {
    const traits = { country: 'AT', device: 'tablet', browser: 'Safari' } as const;
    const conversion = decideIntake(order(), clicked(1, traits), campaign, made);
    expect(snapshotOf(conversion).clickTraits).toEqual({ ...traits, utm: aClick().utm });
  });

  describe('a campaign that excludes product categories', () => {
    const targeting = { ...campaign.targeting, excludedCategories: ['Gift cards', 'Tobacco'] };
    const excluding = aCampaign({ targeting });
    const product = (category: string | null) => ({
      sku: 'p-1',
      name: 'Product',
      quantity: 1,
      priceMinor: 1_000,
      category,
    });

    it.each([[['Gift cards']], [[' gift CARDS', 'tobacco ']]])(
      'requires approval for orders of excluded categories only: %j',
      (categories) => {
        const ordered = order({ products: categories.map(product) });
        const decided = decideIntake(ordered, clicked(1), excluding, made);
        expect(decided).toMatchObject({
          unpayableReason: 'excluded_category',
          requiresReview: true,
        });
        expect(decided.affiliateId).not.toBeNull();
      },
    );

    it.each([[['Gift cards', 'Books']], [['Tobacco', null]], [['Gift']], [[]]])(
      'pays for every other order: %j',
      (categories) => {
        const ordered = order({ products: categories.map(product) });
        const { unpayableReason } = decideIntake(ordered, clicked(1), excluding, made);
        expect(unpayableReason).toBeNull();
      },
    );
  });

  it.each(['draft', 'archived'] as const)(
    'accepts no orders of a campaign that is %s',
    (status) => {
      const closed = aCampaign({ status });
      expect(() => decideIntake(order(), clicked(1), closed, made)).toThrow('does not accept');
    },
  );

  it.each(['paused', 'completed'] as const)('still accepts orders of a %s campaign', (status) => {
    const { unpayableReason } = decideIntake(order(), clicked(1), aCampaign({ status }), made);
    expect(unpayableReason).toBeNull();
  });
});

describe('decideIntake of an order without consent', () => {
  const campaign = aCampaign();
  const order: Order = {
    ...aStoredConversion({
      customerId: 'c1',
      customerEmailHash: 'f'.repeat(64),
      metadataText: '{"name":"Ann"}',
      refererUrl: 'https://shop.example.com/ann',
    }),
    source: 'direct',
    convertedAt: NOW,
    stated: { decision: 'denied', by: ['consent'], malformed: [] },
  };
  const click = aClick({ occurredAt: NOW.toISOString(), subIds: { sub1: 'ann' } });
  const anonymous = {
    customerId: null,
    customerEmailHash: null,
    ip: null,
    userAgent: null,
    refererUrl: null,
    metadataText: null,
    evidence: null,
  };

  it('identifies nobody, and is joined with the click that it names', () => {
    const conversion = decideIntake(order, { kind: 'click', click }, campaign, made);
    const { affiliateId, clickId } = click;
    expect(conversion).toMatchObject({ ...anonymous, affiliateId, clickId, valueMinor: 10_000 });
    expect(conversion.consent).toEqual({ decision: 'denied', by: ['consent'], malformed: [] });
    expect(Object.keys(conversion)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(subIds|clickTraits|stated)$/)]),
    );
    expect(snapshotOf(conversion).consent).toBe('denied');
  });

  it('is credited to the link that it names, and joined with no click of it', () => {
    const touch = { kind: 'click', click, isGuessed: true } as const;
    expect(decideIntake(order, touch, campaign, made)).toMatchObject({
      clickId: null,
      linkId: click.linkId,
      affiliateId: click.affiliateId,
      unpayableReason: null,
    });
  });

  it('is credited to its coupon code, and joined with no click that earns nothing beside it', () => {
    const { clickId, linkId, affiliateId: ofClick, occurredAt: clickedAt } = click;
    const coupon: OrderCoupon = {
      codes: ['ANN10'],
      code: 'ANN10',
      couponId: made.id,
      affiliateId: made.id,
      status: 'valid',
      startsAt: null,
      rule: 'code',
      decision: 'rule',
      codePercent: 100,
      click: { clickId, linkId, affiliateId: ofClick, clickedAt },
    };
    const touch = { kind: 'code', affiliateId: made.id, reason: null, click } as const;
    expect(decideIntake(order, touch, campaign, { ...made, coupon })).toMatchObject({
      ...anonymous,
      affiliateId: made.id,
      coupon: { codes: ['ANN10'], click: null },
    });
  });

  it('is one where the campaign requires consent and nothing is stated', () => {
    const { stated: _stated, ...silent } = order;
    const strict = aCampaign({ consentDefault: 'denied' });
    expect(decideIntake(silent, { kind: 'click', click }, strict, made)).toMatchObject(anonymous);
    const usual = decideIntake(silent, { kind: 'click', click }, campaign, made);
    expect(usual).toMatchObject({ customerId: 'c1', ip: click.ip });
    expect(usual.consent).toBeUndefined();
    expect(snapshotOf(usual).consent).toBeUndefined();
  });
});

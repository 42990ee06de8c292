import { randomUUIDv7 } from 'node:crypto';
import type { CommissionTerms, ReviewedConversion } from '@tributary/contracts';
import { anApprovedConversion } from '@tributary/testing';
import { openWorld, type World } from '../../testing/open-world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
afterEach(async () => {
  expect((await world.verify()).differences).toEqual([]);
});

const fixed = (value: string, given: Partial<CommissionTerms> = {}): CommissionTerms => ({
  ...{ type: 'fixed', value, currency: 'USD', holdDays: 0 },
  ...given,
});

describe('a campaign of another type than sale', () => {
  it.each([
    ['a lead', 'lead', 'lead', fixed('4.20'), 420],
    ['an installed app', 'app_install', 'download', fixed('1.05'), 105],
    ['a call', 'call', 'custom', fixed('7.50'), 750],
    ['a conversation', 'direct_messaging', 'custom', fixed('0.35'), 35],
  ] as const)('pays %s the fixed amount, though it has no value', async (...given) => {
    const [_what, campaignType, type, terms, earned] = given;
    const affiliateId = randomUUIDv7();
    const frozen = { ...terms, campaignType };
    await world.create(anApprovedConversion({ affiliateId, type, valueMinor: 0, terms: frozen }));
    expect(await world.balance(affiliateId)).toMatchObject({ availableMinor: earned });
  });
});

describe('a subscription', () => {
  const affiliateId = randomUUIDv7();
  const campaignId = randomUUIDv7();
  const sale = (customerId: string, convertedAt: string): ReviewedConversion =>
    anApprovedConversion({
      ...{ affiliateId, campaignId, customerId, convertedAt, type: 'subscription' },
      terms: {
        ...{ type: 'percentage', value: '10', currency: 'USD', holdDays: 0 },
        ...{ campaignType: 'subscription', recurringMonths: 2 },
      },
    });

  it('pays renewals for the campaign’s number of months, and then no more', async () => {
    const days = ['2026-01-10', '2026-02-10', '2026-03-09', '2026-03-10', '2026-04-10'];
    const sales = days.map((day) => sale('customer', `${day}T00:00:00.000Z`));
    const results = await world.create(...sales);
    expect(results.map(({ commissionCreated }) => commissionCreated)).toEqual([
      ...[true, true, true, false, false],
    ]);
    expect(await world.balance(affiliateId)).toMatchObject({ availableMinor: 3_000 });
    const late = await world.collections.conversions.findOne({ _id: sales[4]?.conversionId ?? '' });
    expect(late).toMatchObject({ unpaidBecause: 'duplicate_customer', commissionIds: [] });
    const again = await world.create(...sales);
    expect(again.every(({ commissionCreated }) => !commissionCreated)).toBe(true);
    await world.create(sale('another', '2026-04-10T00:00:00.000Z'));
    expect(await world.balance(affiliateId)).toMatchObject({ availableMinor: 4_000 });
  });
});

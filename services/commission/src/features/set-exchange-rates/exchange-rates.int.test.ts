import { exchangeRatesSet } from '@tributary/contracts';
import { anApprovedConversion, type EventProbe, openEventProbe } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { openWorld, type World } from '../../testing/open-world.ts';

let world: World;
let probe: EventProbe;
const path = '/api/admin/exchange-rates';
const admin = { role: 'admin' } as const;
beforeAll(async () => {
  world = await openWorld();
  probe = await openEventProbe(world.env, ['commission.commissions']);
});
afterAll(() => probe.close());
afterAll(() => world.close());

const put = (rates: object, effectiveFrom?: string) =>
  world.send('PUT', path, admin, {
    rates,
    ...(effectiveFrom === undefined ? {} : { effective_from: effectiveFrom }),
  });

describe('exchange rates', () => {
  it('are dated, published, and frozen with each commission when its conversion is tracked', async () => {
    const set = await put({ EUR: '1.08', JPY: 0.0067 }, '2026-04-01');
    expect(set).toEqual({
      status: 200,
      body: {
        base: 'USD',
        rates: [
          { currency: 'EUR', rate: '1.08', effective_from: '2026-04-01T00:00:00.000Z' },
          { currency: 'JPY', rate: '0.0067', effective_from: '2026-04-01T00:00:00.000Z' },
        ],
      },
    });
    await probe.waitFor(exchangeRatesSet, ({ rates }) => rates['EUR'] === '1.08');
    const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
    await put({ EUR: '1.20' }, tomorrow);

    const before = anApprovedConversion({ currency: 'EUR', createdAt: '2026-05-01T12:00:00.000Z' });
    const after = anApprovedConversion({ currency: 'EUR', createdAt: tomorrow });
    const yen = anApprovedConversion({
      currency: 'JPY',
      valueMinor: 10_005,
      createdAt: '2026-05-01T12:00:00.000Z',
    });
    await world.create(before, after, yen);
    const of = async (conversionId: string) =>
      world.collections.commissions.findOne({ conversionId });
    expect(await of(before.conversionId)).toMatchObject({
      currency: 'EUR',
      amountMinor: 1_000,
      worthMinor: 10_800,
      rates: [{ currency: 'EUR', rate: '1.08' }],
    });
    expect(await of(after.conversionId)).toMatchObject({ worthMinor: 12_000 });
    // 10 % of 10,005 yen is 1,000.5, half to even; 10,005 yen are 67.0335 dollars.
    expect(await of(yen.conversionId)).toMatchObject({ amountMinor: 1_000, worthMinor: 6_703 });
  });

  it('never change once set, and setting the same again changes nothing', async () => {
    expect(await put({ GBP: '1.3' }, '2026-01-01')).toMatchObject({ status: 200 });
    expect(await put({ GBP: '1.3' }, '2026-01-01')).toMatchObject({ status: 200 });
    expect(await put({ GBP: '1.4' }, '2026-01-01')).toMatchObject({
      status: 409,
      body: { error: 'rate_exists' },
    });
    expect(await world.get(path, admin)).toMatchObject({ status: 200, body: { base: 'USD' } });
  });

  it('cannot change the past, because its conversions may be approved later', async () => {
    const order = anApprovedConversion({ currency: 'CHF', createdAt: '2026-05-01T12:00:00.000Z' });
    expect(await put({ CHF: '1.1' }, '2026-02-01')).toMatchObject({ status: 200 });
    expect(await put({ CHF: '1.2', SEK: '0.1' }, '2026-03-01')).toMatchObject({
      status: 409,
      body: { error: 'rate_backdated', message: expect.stringContaining('CHF') as string },
    });
    await world.create(order);
    const { conversionId } = order;
    const commission = await world.collections.commissions.findOne({ conversionId });
    expect(commission).toMatchObject({ worthMinor: 11_000 });
    const { body } = await world.get(path, admin);
    expect(JSON.stringify(body)).not.toContain('SEK');
    // A currency without a rate may get one in the past, any currency one from now on.
    expect(await put({ CHF: '1.05' }, '2026-01-01')).toMatchObject({ status: 200 });
    expect(await put({ CHF: '1.2' })).toMatchObject({ status: 200 });
    expect(await put({ CHF: '1.1' }, '2026-02-01')).toMatchObject({ status: 200 });
  });

  it.each([
    ['no currency', {}],
    ['an unknown currency', { XXX: '1' }],
    ['the base itself', { USD: '1' }],
    ['nothing', { EUR: '0' }],
    ['a negative rate', { EUR: '-1' }],
    ['no number', { EUR: 'NaN' }],
    ['an exponent', { EUR: '1e3' }],
  ])('refuse %s', async (_what, rates) => {
    expect(await put(rates)).toMatchObject({ status: 400 });
  });

  it('are for admins only', async () => {
    const sent = { rates: { EUR: '1' } };
    expect(await world.send('PUT', path, { role: 'brand' }, sent)).toMatchObject({ status: 403 });
    expect(await world.get(path, { role: 'affiliate' })).toMatchObject({ status: 403 });
  });
});

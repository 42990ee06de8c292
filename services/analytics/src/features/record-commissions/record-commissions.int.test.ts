import { aCommission } from '@tributary/testing';
import { type OpenStores, openStores } from '../../testing/open-stores.ts';
import { recordCommissions } from './record-commissions.ts';

let stores: OpenStores;
beforeAll(async () => {
  stores = await openStores();
});
afterAll(() => stores.close());

describe('commissions', () => {
  it('earn by their newest state, also where an older one arrives again', async () => {
    const created = aCommission({});
    const { affiliateId } = created;
    const lowered = { ...created, amountMinor: 600 };
    const paid = { ...lowered, status: 'paid' as const };
    const cancelled = { ...created, status: 'cancelled' as const, amountMinor: 0 };
    const record = recordCommissions(stores);
    const period = { start: new Date('2026-05-01'), end: new Date('2026-05-02') };
    const earned = () => stores.figures.earned({ affiliateId }, period, 'USD');

    await record([{ data: created }, { data: lowered }]);
    expect(await earned()).toBe(600);
    await record([{ data: created }]);
    expect(await earned()).toBe(600);
    await record([{ data: paid }, { data: lowered }, { data: created }]);
    expect(await earned()).toBe(600);
    await record([{ data: cancelled }, { data: paid }]);
    expect(await earned()).toBe(0);
    await record([{ data: created }]);
    expect(await earned()).toBe(0);
  });
});

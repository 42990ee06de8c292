import { aClick } from '@tributary/testing';
import { type OpenStores, openStores } from '../testing/open-stores.ts';
import { type ClickDoc } from './collections.ts';

let stores: OpenStores;
beforeAll(async () => {
  stores = await openStores();
});
afterAll(() => stores.close());

interface IndexUse {
  readonly name: string;
  readonly accesses: { readonly ops: unknown };
}

const affiliateId = crypto.randomUUID();
const campaignId = crypto.randomUUID();
const [busy, quiet] = [crypto.randomUUID(), crypto.randomUUID()];
const noon = Date.parse('2026-05-01T12:00:00.000Z');

const docOf = (linkId: string, index: number): ClickDoc => {
  const { clickId, ip: _ip, userAgent: _agent, ...row } = aClick({ linkId });
  const occurredAt = new Date(noon + index * 1_000);
  return { ...row, affiliateId, campaignId, _id: clickId, occurredAt };
};

describe('a page of clicks', () => {
  it('of a link reads those alone, however many others its affiliate and campaign have', async () => {
    const others = Array.from({ length: 2_000 }, (_, index) => docOf(busy, index));
    const own = Array.from({ length: 5 }, (_, index) => docOf(quiet, index * 400));
    await stores.clicks.insert([...others, ...own], []);
    const period = { start: new Date(noon), end: new Date(noon + 3_600_000) };
    const filter = { affiliateId, campaignId, linkId: quiet, period };
    const rows = await stores.clicks.list(filter, { skip: 0, limit: 50 });
    expect(rows.map(({ _id }) => _id)).toEqual(own.map(({ _id }) => _id).reverse());
    const { clickCollection } = stores;
    const used = clickCollection.aggregate<IndexUse>([{ $indexStats: {} }]);
    const uses = (await used.toArray()).map(({ name, accesses }) => [name, Number(accesses.ops)]);
    expect(Object.fromEntries(uses)).toMatchObject({ affiliate: 0, campaign: 0 });
  });
});

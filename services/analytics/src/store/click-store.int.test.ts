import { aClick } from '@tributary/testing';
import { HOUR_MS } from '@tributary/units';
import { type OpenStores, openStores } from '../testing/open-stores.ts';
import { type ClickDocument } from './collections.ts';

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
const [busyCampaign, quietCampaign] = [crypto.randomUUID(), crypto.randomUUID()];
const [busy, quiet] = [crypto.randomUUID(), crypto.randomUUID()];
const noon = Date.parse('2026-05-01T12:00:00.000Z');
const period = { start: new Date(noon), end: new Date(noon + HOUR_MS) };

const docOf = (
  place: Pick<ClickDocument, 'linkId' | 'campaignId'>,
  index: number,
): ClickDocument => {
  const { clickId, ip: _ip, userAgent: _agent, ...row } = aClick(place);
  const occurredAt = new Date(noon + index * 1_000);
  return { ...row, affiliateId, _id: clickId, occurredAt };
};

const some = (count: number, place: Pick<ClickDocument, 'linkId' | 'campaignId'>, apart: number) =>
  Array.from({ length: count }, (_, index) => docOf(place, index * apart));

const others = some(2_000, { linkId: busy, campaignId: busyCampaign }, 1);
const ofLink = some(5, { linkId: quiet, campaignId: busyCampaign }, 400);
const ofCampaign = some(5, { linkId: crypto.randomUUID(), campaignId: quietCampaign }, 300);

/** How often each index was used. */
async function usesOf(collection: OpenStores['clickCollection']): Promise<Map<string, number>> {
  const used = collection.aggregate<IndexUse>([{ $indexStats: {} }]);
  const uses = await used.toArray();
  return new Map(uses.map(({ name, accesses }) => [name, Number(accesses.ops)]));
}

describe('a page of clicks', () => {
  beforeAll(async () => {
    await stores.clickCollection.insertMany([...others, ...ofLink, ...ofCampaign]);
  });

  it.each([
    ['link', { linkId: quiet }, ofLink],
    ['link', { linkId: quiet, campaignId: busyCampaign }, ofLink],
    ['campaign', { campaignId: quietCampaign }, ofCampaign],
    ['affiliate', {}, [...others, ...ofLink, ...ofCampaign]],
  ])(
    'by the index of its %s reads those alone, however many others its affiliate has',
    async (index, filter, among) => {
      const before = await usesOf(stores.clickCollection);
      const page = { skip: 0, limit: 50 };
      const rows = await stores.clicks.list({ affiliateId, period, ...filter }, page);
      const newest = among
        .map(({ _id, occurredAt }) => ({ _id, at: occurredAt.getTime() }))
        .sort((a, b) => b.at - a.at || (a._id < b._id ? 1 : -1));
      expect(rows.map(({ _id }) => _id)).toEqual(newest.slice(0, 50).map(({ _id }) => _id));
      const after = await usesOf(stores.clickCollection);
      const used = [...after].filter(([name, uses]) => uses > (before.get(name) ?? 0));
      expect(used.map(([name]) => name)).toEqual([index]);
    },
  );
});

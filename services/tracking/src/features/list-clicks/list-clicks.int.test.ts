import { randomUUIDv7 } from 'node:crypto';
import { collectionsOf } from '@tributary/mongo';
import { aClick, plansOf } from '@tributary/testing';
import { HOUR_MS } from '@tributary/units';
import { aStoredConversion } from '../../testing/a-stored-conversion.ts';
import { openTracking, type Tracking } from '../../testing/open-tracking.ts';
import { clickList } from '../../store/click-list.ts';
import { documentOf } from '../../store/conversion-document.ts';
import { type ClickDocument, collections as declared } from '../../store/collections.ts';

let tracking: Tracking;
beforeAll(async () => {
  tracking = await openTracking();
});
afterAll(() => tracking.close());

const noon = Date.parse('2026-05-01T12:00:00.000Z');
const affiliateId = randomUUIDv7();
const [campaignId, linkId] = [randomUUIDv7(), randomUUIDv7()];

const stored = (index: number, given: Partial<ClickDocument> = {}): ClickDocument => {
  const {
    clickId,
    utm: _utm,
    isBot: _bot,
    isUnique: _unique,
    traffic: _traffic,
    ...row
  } = aClick();
  const occurredAt = new Date(noon + index * HOUR_MS);
  return { ...row, _id: clickId, affiliateId, occurredAt, countable: true, ...given };
};

const clicks = [
  stored(0, { linkId, campaignId, utm: { source: 'mail' } }),
  stored(1, { linkId, campaignId, validity: 'duplicate' }),
  stored(2, { campaignId, validity: 'bot' }),
  stored(3),
  stored(24),
  stored(4, { affiliateId: randomUUIDv7(), linkId }),
];

interface ClickPage {
  readonly clicks: readonly {
    readonly id: string;
    readonly utm: unknown;
    readonly is_bot: boolean;
    readonly is_unique: boolean;
    readonly converted: boolean;
  }[];
  readonly pagination: { readonly total: number; readonly pages: number };
}

async function list(query: string, id = affiliateId): Promise<{ status: number; body: ClickPage }> {
  const path = `/api/affiliate/analytics/clicks?start_date=2026-05-01&end_date=2026-05-02&${query}`;
  const response = await tracking.call('GET', path, { headers: tracking.affiliate(id) });
  return { status: response.status, body: response.body as unknown as ClickPage };
}

const idsOf = ({ body }: { body: ClickPage }) => body.clicks.map(({ id }) => id);
const placed = (...places: number[]) => places.map((place) => clicks[place]?._id);

describe('the clicks of an affiliate', () => {
  beforeAll(async () => {
    await tracking.collection('clicks').insertMany(clicks as never);
    const [first] = clicks;
    const conversion = aStoredConversion({ clickId: first?._id ?? null });
    await tracking.collection('conversions').insertOne(documentOf(conversion) as never);
  });

  it('are listed newest first, labelled, with whether they led to an order', async () => {
    const { status, body } = await list('');
    expect(status).toBe(200);
    expect(idsOf({ body })).toEqual(placed(4, 3, 2, 1, 0));
    expect(body.pagination).toMatchObject({ total: 5, pages: 1 });
    expect(
      body.clicks.map(({ is_bot, is_unique, converted }) => [is_bot, is_unique, converted]),
    ).toEqual([
      [false, true, false],
      [false, true, false],
      [true, false, false],
      [false, false, false],
      [false, true, true],
    ]);
    expect(body.clicks.at(-1)?.utm).toEqual({
      source: 'mail',
      medium: null,
      campaign: null,
      term: null,
      content: null,
    });
  });

  it('are paged, and filtered by link, campaign and time', async () => {
    const page = await list('per_page=2&page=2');
    expect([idsOf(page), page.body.pagination]).toMatchObject([
      placed(2, 1),
      { total: 5, pages: 3 },
    ]);
    expect(idsOf(await list(`link_id=${linkId}`))).toEqual(placed(1, 0));
    expect(idsOf(await list(`campaign_id=${campaignId}`))).toEqual(placed(2, 1, 0));
    const path =
      '/api/affiliate/analytics/clicks?start_date=2026-05-01T12:30:00Z&end_date=2026-05-01T13:00:00Z';
    const some = await tracking.call('GET', path, { headers: tracking.affiliate(affiliateId) });
    expect(idsOf({ body: some.body as unknown as ClickPage })).toEqual(placed(1));
  });

  it('are shown to nobody else', async () => {
    expect((await list('', randomUUIDv7())).body.clicks).toEqual([]);
    const path = '/api/affiliate/analytics/clicks';
    const brand = await tracking.call('GET', path, { headers: tracking.brand(randomUUIDv7()) });
    expect(brand.status).toBe(403);
  });

  it.each(['start_date=2099-01-01', 'link_id=1', 'unknown=1'])(
    'are refused for %s',
    async (wrong) => {
      const path = `/api/affiliate/analytics/clicks?${wrong}`;
      const { status } = await tracking.call('GET', path, {
        headers: tracking.affiliate(affiliateId),
      });
      expect(status).toBe(400);
    },
  );

  it('are read from indexes alone, however many others there are', async () => {
    const many = Array.from({ length: 2_000 }, (_, index) => stored(-1 - index));
    await tracking.collection('clicks').insertMany(many as never);
    const { mongo } = tracking.service.platform;
    const { list: listPage, findConverted } = clickList(collectionsOf(mongo.connection, declared));
    const filter = { affiliateId, start: new Date(0), end: new Date(noon + HOUR_MS) };
    const page = { skip: 0, limit: 10 };
    const plans = await plansOf(mongo, async () => {
      await listPage(filter, page);
      await listPage({ ...filter, campaignId }, page);
      await listPage({ ...filter, linkId }, page);
      await findConverted(many.slice(0, 10).map(({ _id }) => _id));
    });
    // Background work of the service queries other collections at any moment.
    const own = plans.filter(({ collection }) => collection === 'clicks');
    expect(own.length).toBeGreaterThan(3);
    for (const { planSummary, docsExamined } of own) {
      expect(planSummary).toMatch(/^(IXSCAN|COUNT_SCAN)/);
      expect(docsExamined).toBeLessThanOrEqual(10);
    }
  });
});

import { impressionRecorded } from '@tributary/contracts';
import { type EventProbe, gatewayFetch, openEventProbe } from '@tributary/testing';
import { openTracking, type Tracking } from '../../testing/open-tracking.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let tracking: Tracking;
let probe: EventProbe;
beforeAll(async () => {
  tracking = await openTracking();
  probe = await openEventProbe(tracking.env, ['tracking.impressions']);
});
afterAll(() => probe.close());
afterAll(() => tracking.close());

const see = (code: string, headers: Record<string, string> = {}, method = 'GET') =>
  gatewayFetch('tracking', `${tracking.service.url}/t/impression.gif?tracking_code=${code}&cb=1`, {
    method,
    headers: { 'user-agent': CHROME, ...headers },
  });

const cookieOf = ({ headers }: { readonly headers: Headers }): string =>
  headers.get('set-cookie')?.split(';')[0] ?? '';

describe('GET /t/impression.gif', () => {
  it('answers with an image once the impression is durable, and marks a visitor’s first impression of a day', async () => {
    const { link } = tracking.aLinkTo({ campaign: { type: 'impression' } });
    const { link: elsewhere } = tracking.aLinkTo();
    const visitor = cookieOf(await tracking.follow(elsewhere.trackingCode));
    const cookies: string[] = [];
    for (const headers of [{}, {}, { cookie: visitor }, { cookie: 'tributary_vid=invented' }]) {
      const answered = await see(link.trackingCode, headers);
      expect(answered.status).toBe(200);
      expect(answered.headers.get('content-type')).toBe('image/gif');
      expect(answered.headers.get('x-impression')).toBe('recorded');
      cookies.push(cookieOf(answered));
    }
    expect(cookies[2]).toBe(visitor);
    // The cookie of the first answer: its visitor was counted without it.
    await see(link.trackingCode, { cookie: cookies[0] ?? '', 'sec-fetch-dest': 'document' });
    // An impression is no click: the visitor's first click afterwards is unique.
    const clicked = await tracking.follow(link.trackingCode, { cookie: visitor });
    expect(clicked.status).toBe(302);
    const ofLink = () =>
      probe.events(impressionRecorded).filter(({ data }) => data.linkId === link.linkId);
    await probe.waitFor(impressionRecorded, () => ofLink().length === 5);
    expect(ofLink().map(({ data }) => data.isUnique)).toEqual([true, false, true, false, false]);
    expect(ofLink().map(({ data }) => data.traffic)).toMatchObject([
      { visitor: 'new', doubt: null },
      { visitor: 'new' },
      { visitor: 'signed', doubt: null },
      { visitor: 'unsigned' },
      { visitor: 'signed', doubt: 'not_embedded' },
    ]);
    const { campaignId, affiliateId, brandId } = link;
    expect(ofLink()[0]?.data).toMatchObject({ campaignId, affiliateId, brandId });
  });

  it('ignores bots, prefetches and inactive campaigns, and answers 404 for inactive links', async () => {
    const { link } = tracking.aLinkTo();
    const paused = tracking.aLinkTo({ campaign: { status: 'paused' } });
    const draft = tracking.aLinkTo({ campaign: { status: 'draft' } });
    const ignored = [
      await see(link.trackingCode, { 'user-agent': 'Googlebot/2.1' }),
      await see(link.trackingCode, { 'sec-purpose': 'prefetch' }),
      await see(link.trackingCode, {}, 'HEAD'),
      await see(paused.link.trackingCode),
    ];
    expect(ignored.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const results = ignored.map(({ headers }) => headers.get('x-impression'));
    expect(results).toEqual(['ignored', 'ignored', 'ignored', 'ignored']);
    expect((await see(draft.link.trackingCode)).status).toBe(404);
    expect((await see('nothing')).status).toBe(404);
    expect((await see('%20')).status).toBe(400);
  });
});

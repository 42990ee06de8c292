import { impressionRecorded } from '@tributary/contracts';
import { type EventProbe, gatewayFetch, openEventProbe } from '@tributary/testing';
import { openTracking, type Tracking } from '../../testing/open-tracking.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const VISITOR = 'tributary_vid=0199aaaa-0000-7000-8000-000000000001';

let tracking: Tracking;
let probe: EventProbe;
beforeAll(async () => {
  tracking = await openTracking();
  probe = await openEventProbe(tracking.env, ['tracking.clicks']);
});
afterAll(() => probe.close());
afterAll(() => tracking.close());

const see = (code: string, headers: Record<string, string> = {}, method = 'GET') =>
  gatewayFetch('tracking', `${tracking.service.url}/t/impression.gif?tracking_code=${code}&cb=1`, {
    method,
    headers: { 'user-agent': CHROME, ...headers },
  });

describe('GET /t/impression.gif', () => {
  it('answers with an image once the impression is durable, and marks a visitor’s first impression of a day', async () => {
    const { link } = tracking.aLinkTo({ campaign: { type: 'impression' } });
    for (const headers of [{}, {}, { cookie: VISITOR }]) {
      const answered = await see(link.trackingCode, headers);
      expect(answered.status).toBe(200);
      expect(answered.headers.get('content-type')).toBe('image/gif');
      expect(answered.headers.get('x-impression')).toBe('recorded');
    }
    // An impression is no click: the visitor's first click afterwards is unique.
    const clicked = await tracking.follow(link.trackingCode, { cookie: VISITOR });
    expect(clicked.status).toBe(302);
    const ofLink = () =>
      probe.events(impressionRecorded).filter(({ data }) => data.linkId === link.linkId);
    await probe.waitFor(impressionRecorded, () => ofLink().length === 3);
    expect(ofLink().map(({ data }) => data.isUnique)).toEqual([true, false, true]);
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

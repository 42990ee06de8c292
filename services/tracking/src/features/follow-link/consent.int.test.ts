import { randomUUIDv7 } from 'node:crypto';
import {
  clickAnnounced,
  clicksCounted,
  clicksRecorded,
  impressionRecorded,
  paidClicksRecorded,
} from '@tributary/contracts';
import { eventually, type EventProbe, gatewayFetch, openEventProbe } from '@tributary/testing';
import { MINUTE_MS } from '@tributary/units';
import { type Answered, openTracking, type Tracking } from '../../testing/open-tracking.ts';
import { ALL_PURPOSES, NO_STORAGE } from '../../testing/tcf-strings.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const ADDRESS = '203.0.113.77';
/** An affiliate whose endpoints subscribe to clicks. */
const SUBSCRIBER = randomUUIDv7();

describe('consent of visitors', () => {
  let tracking: Tracking;
  let probe: EventProbe;
  beforeAll(async () => {
    tracking = await openTracking();
    tracking.others.clickSubscribers.push(SUBSCRIBER);
    probe = await openEventProbe(tracking.env, [
      'tracking.clicks',
      'tracking.click-counts',
      'tracking.paid-clicks',
      'tracking.announced-clicks',
      'tracking.impressions',
    ]);
  });
  afterAll(() => probe.close());
  afterAll(() => tracking.close());

  const stored = (linkId: string, count = 1) =>
    eventually(async () => {
      const found = await tracking.collection('clicks').find({ linkId }).toArray();
      return found.length === count ? found : undefined;
    });
  const follow = (target: string, headers: Record<string, string> = {}) =>
    tracking.follow(target, { 'x-tributary-client-ip': ADDRESS, ...headers });
  const cookieOf = ({ headers }: Answered) => headers.get('set-cookie');
  /** All that Redis has, as text. */
  const inRedis = async (): Promise<string> => {
    const { redis } = tracking.service.platform;
    const keys = await redis.keys(`${tracking.env['NAMESPACE'] ?? ''}*`);
    const values = await Promise.all(
      keys.map(async (key) => {
        const type = await redis.type(key);
        if (type === 'hash') return JSON.stringify(await redis.hgetall(key));
        if (type === 'set') return JSON.stringify(await redis.smembers(key));
        return type === 'string' ? ((await redis.get(key)) ?? '') : '';
      }),
    );
    return [...keys, ...values].join('\n');
  };

  it('of a refusal: no cookie, no click_id, and a click that states its link and minute alone', async () => {
    const { link } = tracking.aLinkTo({
      campaign: {
        attribution: {
          model: 'last_click',
          lookbackWindowDays: 30,
          timeDecayHalfLifeHours: 168,
          positionBasedWeights: { first: 40, middle: 20, last: 40 },
          enableCrossDevice: true,
          fingerprintingEnabled: true,
        },
      },
      link: { destinationUrl: 'https://shop.example.com/p' },
    });
    const other = await follow(tracking.aLinkTo().link.trackingCode);
    const cookie = cookieOf(other)?.split(';')[0] ?? '';
    const visitorId = cookie.split('=')[1]?.split('.')[0] ?? '';
    const before = await inRedis();
    const answered = await follow(
      `${link.trackingCode}?consent=denied&sub1=ann&utm_source=mail&click_id=x`,
      { cookie, referer: 'https://ann.example.com/' },
    );
    expect(answered.status).toBe(302);
    expect(answered.headers.get('location')).toBe(
      'https://shop.example.com/p?consent=denied&sub1=ann&utm_source=mail',
    );
    expect(cookieOf(answered)).toBeNull();
    const [click] = await stored(link.linkId);
    expect(click).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{14}4/),
      occurredAt: expect.any(Date),
      linkId: link.linkId,
      trackingCode: link.trackingCode,
      campaignId: link.campaignId,
      brandId: link.brandId,
      affiliateId: link.affiliateId,
      visitorId: 'erased',
      device: 'unknown',
      validity: 'filtered',
      countable: false,
      consent: { decision: 'denied', by: ['consent'], malformed: [] },
    });
    expect((click?.['occurredAt'] as Date).getTime() % MINUTE_MS).toBe(0);
    // Neither the answer nor Redis has the id of the click.
    const id = click?._id ?? '';
    expect(JSON.stringify([...answered.headers])).not.toContain(id);
    const known = await inRedis();
    for (const text of [id, link.linkId]) expect(known).not.toContain(text);
    expect(known.length).toBe(before.length);
    const { data } = await probe.waitFor(clicksRecorded, (one) =>
      JSON.stringify(one).includes(link.linkId),
    );
    for (const text of [ADDRESS, CHROME, visitorId, 'ann', 'mail']) {
      expect(JSON.stringify(data)).not.toContain(text);
    }
  });

  it('of a refusal: the click is counted, and neither paid nor announced', async () => {
    const { link } = tracking.aLinkTo({
      campaign: { type: 'click' },
      link: { affiliateId: SUBSCRIBER },
    });
    const agreed = await follow(link.trackingCode);
    const cookie = cookieOf(agreed)?.split(';')[0] ?? '';
    for (let at = 0; at < 3; at += 1)
      await follow(`${link.trackingCode}?consent=denied`, { cookie });
    await stored(link.linkId, 4);
    const counts = () =>
      probe
        .events(clicksCounted)
        .flatMap(({ data }) => data.counts)
        .filter(({ linkId }) => linkId === link.linkId);
    const sumOf = (kind: 'unique' | 'invalid') =>
      counts().reduce((sum, count) => sum + count[kind], 0);
    await eventually(() => sumOf('unique') + sumOf('invalid') === 4);
    expect([sumOf('unique'), sumOf('invalid')]).toEqual([1, 3]);
    const paid = () =>
      probe
        .events(paidClicksRecorded)
        .flatMap(({ data }) => data.clicks)
        .filter(({ linkId }) => linkId === link.linkId);
    const announced = () =>
      probe.events(clickAnnounced).filter(({ data }) => data.linkId === link.linkId);
    await eventually(() => paid().length > 0 && announced().length > 0);
    expect([paid().length, announced().length]).toEqual([1, 1]);
  });

  it('by Google consent mode and the IAB TCF, with the TCF string as proof of a consent', async () => {
    const { link } = tracking.aLinkTo();
    const { trackingCode: code, linkId } = link;
    const denied = [
      'gcs=G101',
      'gcd=13q3q3q3q5l1',
      `gdpr=1&gdpr_consent=${NO_STORAGE}`,
      `consent=granted&gcs=G100`,
    ];
    for (const query of denied) expect(cookieOf(await follow(`${code}?${query}`))).toBeNull();
    const granted = await follow(`${code}?gdpr=1&gdpr_consent=${ALL_PURPOSES}&gcs=G111`);
    expect(cookieOf(granted)).not.toBeNull();
    const clicks = await stored(linkId, denied.length + 1);
    const click = clicks.find(({ _id }) => _id === tracking.clickIdOf(granted));
    expect(click).toMatchObject({
      validity: 'valid',
      consent: {
        decision: 'granted',
        by: ['gcs', 'gdpr_consent'],
        malformed: [],
        tcString: ALL_PURPOSES,
      },
    });
    expect(JSON.stringify(clicks)).not.toContain(NO_STORAGE);
  });

  it('that cannot be read counts as absent, and is noted with the click', async () => {
    const { link } = tracking.aLinkTo();
    const answered = await follow(`${link.trackingCode}?consent=perhaps&gcs=1&gdpr_consent=x`);
    expect(cookieOf(answered)).not.toBeNull();
    const [click] = await stored(link.linkId);
    expect(click).toMatchObject({
      _id: tracking.clickIdOf(answered),
      consent: { decision: 'granted', by: [], malformed: ['consent', 'gcs', 'gdpr_consent'] },
    });
  });

  it('is required where the campaign requires it, also of campaigns with a cap of clicks', async () => {
    const none = { daily: null, weekly: null, monthly: null, total: null };
    const caps = { clicks: { ...none, total: 1 }, conversions: none, commissionMinor: none };
    const { link } = tracking.aLinkTo({ campaign: { consentDefault: 'denied', caps } });
    expect(cookieOf(await follow(link.trackingCode))).toBeNull();
    expect(cookieOf(await follow(`${link.trackingCode}?consent=none`))).toBeNull();
    const agreed = await follow(`${link.trackingCode}?consent=granted`);
    expect(cookieOf(agreed)).not.toBeNull();
    const clicks = await stored(link.linkId, 3);
    // The clicks that cannot earn took no place within the cap.
    expect(clicks.find(({ _id }) => _id === tracking.clickIdOf(agreed))?.['validity']).toBe(
      'valid',
    );
  });

  it('of a refusal: bots stay labelled, and lists show the click without anything of its visitor', async () => {
    const { link } = tracking.aLinkTo();
    await follow(`${link.trackingCode}?consent=denied`, { 'user-agent': 'Googlebot/2.1' });
    const [click] = await stored(link.linkId);
    expect(click).toMatchObject({ validity: 'bot', device: 'unknown' });
    const listed = await tracking.call(
      'GET',
      `/api/affiliate/analytics/clicks?link_id=${link.linkId}`,
      { headers: tracking.affiliate(link.affiliateId) },
    );
    expect(JSON.stringify(listed.body)).toContain('"consent":"denied"');
  });

  it('of a refusal: an impression sets no cookie, is nobody’s first, and states its minute', async () => {
    const { link } = tracking.aLinkTo({ campaign: { type: 'impression' } });
    const url = `${tracking.service.url}/t/impression.gif?tracking_code=${link.trackingCode}`;
    const see = (query: string) =>
      gatewayFetch('tracking', `${url}${query}`, { headers: { 'user-agent': CHROME } });
    const refused = await see('&consent=denied');
    expect(refused.headers.get('x-impression')).toBe('recorded');
    expect(refused.headers.get('set-cookie')).toBeNull();
    const agreed = await see('&consent=granted');
    expect(agreed.headers.get('set-cookie')).not.toBeNull();
    const ofLink = () =>
      probe.events(impressionRecorded).filter(({ data }) => data.linkId === link.linkId);
    await eventually(() => ofLink().length === 2);
    const [first, second] = ofLink().map(({ data }) => data);
    expect(first).toMatchObject({ isUnique: false });
    expect(first?.traffic).toBeUndefined();
    expect(Date.parse(first?.occurredAt ?? '') % MINUTE_MS).toBe(0);
    // The refusal claimed nothing: the next visitor is the first.
    expect(second).toMatchObject({ isUnique: true, traffic: { visitor: 'new' } });
  });
});

import {
  campaignCreated,
  campaignUpdated,
  clicksRecorded,
  linkCreated,
  paidClicksRecorded,
} from '@tributary/contracts';
import { findHostingRangesFile } from '@tributary/networks';
import { eventually, openEventProbe } from '@tributary/testing';
import { decodeClicks } from '../../domain/click-batch.ts';
import { type Answered, openTracking, type Tracking } from '../../testing/open-tracking.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const OPERA = `${FIREFOX} OPR/120.0`;

describe('GET /r/:tracking_code', () => {
  let tracking: Tracking;
  beforeAll(async () => {
    tracking = await openTracking({ HOSTING_RANGES_FILE: findHostingRangesFile() }, 2);
  });
  afterAll(() => tracking.close());

  it('redirects the visitor with click_id, and the click is found at once', async () => {
    const { link } = tracking.aLinkTo({
      link: { destinationUrl: 'https://shop.example.com/p?utm_source=aff#top' },
    });
    const answered = await tracking.follow(
      `${link.trackingCode}?utm_source=mail&x=1&click_id=evil`,
    );
    expect(answered.status).toBe(302);
    const clickId = tracking.clickIdOf(answered);
    expect(answered.headers.get('location')).toBe(
      `https://shop.example.com/p?utm_source=mail&x=1&click_id=${clickId}#top`,
    );
    expect(answered.headers.get('set-cookie')).toMatch(
      /^tributary_vid=[\w-]{36}\.[\w-]{22}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const tracked = await tracking.call('POST', '/api/track/conversion', {
      body: { click_id: clickId, transaction_id: 'tx-1', order_value: 12.5 },
    });
    expect(tracked).toMatchObject({
      status: 201,
      body: { success: true, data: { status: 'pending' } },
    });
    const stored = await eventually(async () => {
      const found = await tracking.collection('clicks').findOne({ _id: clickId });
      return found ?? undefined;
    });
    expect(stored).toMatchObject({
      linkId: link.linkId,
      affiliateId: link.affiliateId,
      device: 'desktop',
      browser: 'Chrome',
      os: 'Linux',
      validity: 'valid',
      utm: { source: 'mail' },
    });
  });

  const clickOf = (clickId: string) =>
    eventually(async () => {
      const found = await tracking.collection('clicks').findOne({ _id: clickId });
      return found ?? undefined;
    });
  const validityOf = async (answered: Answered) =>
    (await clickOf(tracking.clickIdOf(answered)))['validity'];

  it('classifies bots and repeated visits and records both', async () => {
    const { link } = tracking.aLinkTo();
    const code = link.trackingCode;
    const [, other] = tracking.services;
    const bot = await tracking.follow(code, { 'user-agent': 'Googlebot/2.1' });
    const none = await tracking.follow(code, { 'user-agent': '' });
    const first = await tracking.follow(code);
    const withoutCookie = await tracking.follow(code);
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    const withCookie = await tracking.follow(code, { cookie, 'user-agent': FIREFOX });
    const elsewhere = await tracking.follow(code, { cookie, 'user-agent': OPERA }, other);
    const someoneElse = await tracking.follow(code, { 'x-tributary-client-ip': '192.0.2.77' });
    const answers = [bot, none, first, withoutCookie, withCookie, elsewhere, someoneElse];
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(302));
    expect(await Promise.all(answers.map(validityOf))).toEqual([
      'bot',
      'bot',
      'valid',
      'duplicate',
      'duplicate',
      'duplicate',
      'valid',
    ]);
  });

  it('publishes what proves the visitor for campaigns that pay for clicks, and for no others', async () => {
    const { link } = tracking.aLinkTo({ campaign: { type: 'click' } });
    const { link: elsewhere } = tracking.aLinkTo();
    const issued = await tracking.follow(elsewhere.trackingCode);
    const cookie = issued.headers.get('set-cookie')?.split(';')[0] ?? '';
    const follow = (headers: Record<string, string>) => tracking.follow(link.trackingCode, headers);
    const probe = await openEventProbe(tracking.env, ['tracking.paid-clicks']);
    const paid = () => probe.events(paidClicksRecorded).flatMap(({ data }) => data.clicks);
    const trafficOf = (answered: Answered) =>
      eventually(
        () => paid().find(({ clickId }) => clickId === tracking.clickIdOf(answered))?.traffic,
      );

    const first = await follow({});
    const invented = await follow({ cookie: 'tributary_vid=0123456789abcdef' });
    const signed = await follow({ cookie, 'sec-fetch-dest': 'document' });
    const embedded = await follow({ cookie, 'sec-fetch-dest': 'image' });
    const hosted = await follow({ cookie, 'x-tributary-client-ip': '5.9.12.34' });
    const addressHash: unknown = expect.stringMatching(/^[\w-]{22}$/);
    const expected = { addressHash, doubt: null };
    expect(await trafficOf(first)).toEqual({ ...expected, visitor: 'new' });
    expect(await trafficOf(invented)).toEqual({ ...expected, visitor: 'unsigned' });
    expect(await trafficOf(signed)).toEqual({ ...expected, visitor: 'signed' });
    expect(await trafficOf(embedded)).toMatchObject({ visitor: 'signed', doubt: 'embedded' });
    expect(await trafficOf(hosted)).toMatchObject({ visitor: 'signed', doubt: 'datacenter' });
    await clickOf(tracking.clickIdOf(issued));
    expect(paid()).toHaveLength(5);
    expect(paid().map(({ linkId }) => linkId)).not.toContain(elsewhere.linkId);
    await probe.close();
    // An invented cookie is one visitor with the visits without any, by address and user agent.
    const validities = await Promise.all([first, invented, signed].map(validityOf));
    expect(validities).toEqual(['valid', 'duplicate', 'valid']);
    expect(invented.headers.get('set-cookie')).not.toContain('0123456789abcdef');
    expect(signed.headers.get('set-cookie')).toContain(`${cookie};`);
  });

  it('records no click for HEAD and prefetch', async () => {
    const { link } = tracking.aLinkTo();
    const target = `/r/${link.trackingCode}`;
    const head = await tracking.call('HEAD', target);
    const prefetch = await tracking.follow(link.trackingCode, { 'sec-purpose': 'prefetch' });
    for (const answered of [head, prefetch]) {
      expect(answered.status).toBe(302);
      expect(tracking.clickIdOf(answered)).toBe('');
      expect(answered.headers.get('set-cookie')).toBeNull();
      expect(answered.headers.get('cache-control')).toBe('no-store');
    }
    const counted = await tracking.follow(link.trackingCode);
    await clickOf(tracking.clickIdOf(counted));
    expect(await tracking.collection('clicks').countDocuments({ linkId: link.linkId })).toBe(1);
  });

  it('follows the campaign’s state and targeting', async () => {
    const visit = (given: Parameters<Tracking['aLinkTo']>[0]) =>
      tracking.follow(tracking.aLinkTo(given).link.trackingCode, { 'accept-language': 'de' });
    const targeting = { countries: [], languages: ['fr'], devices: [] };
    for (const status of ['draft', 'archived'] as const) {
      expect(await visit({ campaign: { status } })).toMatchObject({
        status: 404,
        body: { success: false, data: { error: 'link_not_found' } },
      });
    }
    expect((await visit({ link: { active: false } })).status).toBe(404);
    expect((await tracking.follow('unknown-code')).status).toBe(404);
    expect((await tracking.follow('a.b')).status).toBe(404);
    expect(await validityOf(await visit({ campaign: { status: 'paused' } }))).toBe('valid');
    expect(await validityOf(await visit({ campaign: { targeting } }))).toBe('filtered');
    const completed = await visit({ campaign: { status: 'completed' } });
    expect(await validityOf(completed)).toBe('inactive_campaign');
  });

  it('sends held-out visitors on in the same way, credits nobody for their orders, and knows them again', async () => {
    const { link } = tracking.aLinkTo({ campaign: { holdoutPercent: 20 } });
    const visits = await Promise.all(
      Array.from({ length: 80 }, () => tracking.follow(link.trackingCode)),
    );
    const isMarked = ({ headers }: Answered) =>
      headers.get('location')?.includes('holdout=1') === true;
    const heldOut = visits.filter(isMarked);
    expect(visits.map(({ status }) => status)).not.toContain(404);
    expect(heldOut.length).toBeGreaterThan(0);
    expect(heldOut.length).toBeLessThan(40);
    const [first] = heldOut;
    if (first === undefined) throw new Error('Somebody is held out');
    expect(await validityOf(first)).toBe('held_out');
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(isMarked(await tracking.follow(link.trackingCode, { cookie }))).toBe(true);
    const clickId = tracking.clickIdOf(first);
    await tracking.call('POST', '/api/track/conversion', {
      body: { click_id: clickId, transaction_id: `held-out-${clickId}`, order_value: 10 },
    });
    const order = await eventually(() => tracking.collection('conversions').findOne({ clickId }));
    expect(order).toMatchObject({
      affiliateId: link.affiliateId,
      unpayableReason: 'no_attribution',
    });
  });

  it('calls campaign before it refuses by copies that may be outdated', async () => {
    const { link, campaign } = tracking.aLinkTo();
    const draft = { ...campaign, status: 'draft' as const, updatedAt: '2026-01-01T00:00:00.000Z' };
    const probe = await openEventProbe(tracking.env, ['campaign.campaigns', 'campaign.links']);
    await probe.publish(campaignCreated(draft));
    await probe.publish(linkCreated(link));
    for (const name of ['campaigns', 'links']) {
      const _id = name === 'links' ? link.linkId : campaign.campaignId;
      await eventually(async () => (await tracking.collection(name).findOne({ _id })) !== null);
    }
    await probe.close();
    expect(await validityOf(await tracking.follow(link.trackingCode))).toBe('valid');
  });

  it('waits for campaign where only it knows the link', async () => {
    const { link } = tracking.aLinkTo();
    tracking.others.isCampaignUnavailable = true;
    const following = tracking.follow(link.trackingCode);
    await eventually(() => tracking.others.resolved.includes(link.trackingCode));
    tracking.others.isCampaignUnavailable = false;
    expect((await following).status).toBe(302);
  });

  it('finds the visitor’s country, and filters by it', async () => {
    const targeting = { countries: ['NL', 'BE'], languages: [], devices: [] };
    const { link } = tracking.aLinkTo({ campaign: { targeting } });
    const from = (ip: string) =>
      tracking.follow(link.trackingCode, { 'x-tributary-client-ip': ip });
    const dutch = await clickOf(tracking.clickIdOf(await from('193.0.6.139')));
    expect(dutch).toMatchObject({ country: 'NL', validity: 'valid' });
    const american = await clickOf(tracking.clickIdOf(await from('8.8.8.8')));
    expect(american).toMatchObject({ country: 'US', validity: 'filtered' });
    const unknown = await clickOf(tracking.clickIdOf(await from('10.0.0.1')));
    expect([unknown['country'], unknown['validity']]).toEqual([undefined, 'valid']);
  });

  it('filters visits by an excluded keyword', async () => {
    const excludedKeywords = ['acme'];
    const targeting = { countries: [], languages: [], devices: [], excludedKeywords };
    const { link } = tracking.aLinkTo({ campaign: { targeting } });
    const from = { referer: 'https://www.google.com/search?q=Acme+shoes' };
    expect(await validityOf(await tracking.follow(link.trackingCode, from))).toBe('filtered');
    const paid = await tracking.follow(`${link.trackingCode}?utm_term=acme%20sale`);
    expect(await validityOf(paid)).toBe('filtered');
    const other = { referer: 'https://www.google.com/search?q=shoes' };
    expect(await validityOf(await tracking.follow(link.trackingCode, other))).toBe('valid');
  });

  it('counts exactly the capped number of parallel clicks over two instances', async () => {
    const none = { daily: null, weekly: null, monthly: null, total: null };
    const caps = { clicks: { ...none, daily: 20 }, conversions: none, commissionMinor: none };
    const { link } = tracking.aLinkTo({ campaign: { caps } });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        tracking.follow(
          link.trackingCode,
          { 'x-tributary-client-ip': `192.0.2.${String(index)}` },
          tracking.services[index % 2],
        ),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
    const validities = Map.groupBy(await Promise.all(answers.map(validityOf)), (it) => it);
    expect(validities.get('valid')).toHaveLength(20);
    expect(validities.get('capped')).toHaveLength(40);
  });

  describe('with click caps, after Redis has lost its counts', () => {
    const none = { daily: null, weekly: null, monthly: null, total: null };
    const aCappedLink = (clicks: object) =>
      tracking.aLinkTo({
        campaign: {
          caps: { clicks: { ...none, ...clicks }, conversions: none, commissionMinor: none },
        },
      });
    const visits = (code: string, from: number, count: number, instance: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          tracking.follow(
            code,
            { 'x-tributary-client-ip': `198.51.100.${String(from + index)}` },
            tracking.services[instance],
          ),
        ),
      );
    const loseCounts = async (): Promise<number> => {
      const { redis } = tracking.service.platform;
      const keys = await redis.keys(`${tracking.env['NAMESPACE'] ?? 'never'}*`);
      return redis.del(...keys);
    };
    const tally = async (answers: readonly Answered[]) => {
      const validities = await Promise.all(answers.map(validityOf));
      return [validities.filter((it) => it === 'valid').length, validities.length];
    };

    it('continues from the stored clicks on an instance that is new to the campaign', async () => {
      const { link } = aCappedLink({ daily: 20, total: 1_000 });
      const before = await visits(link.trackingCode, 0, 15, 0);
      expect(await tally(before)).toEqual([15, 15]);
      expect(await loseCounts()).toBeGreaterThan(0);
      const after = await visits(link.trackingCode, 100, 12, 1);
      expect(await tally(after)).toEqual([5, 12]);
      expect(await loseCounts()).toBeGreaterThan(0);
      expect(await tally(await visits(link.trackingCode, 200, 3, 0))).toEqual([0, 3]);
    });

    it('includes the latest clicks, which are not stored yet', async () => {
      const { link } = aCappedLink({ total: 20 });
      const before = await visits(link.trackingCode, 0, 15, 0);
      expect(await loseCounts()).toBeGreaterThan(0);
      const after = await visits(link.trackingCode, 100, 12, 0);
      expect(await tally([...before, ...after])).toEqual([20, 27]);
    });

    it('includes the clicks before a new cap', async () => {
      const { link, campaign } = aCappedLink({});
      expect(await tally(await visits(link.trackingCode, 0, 4, 0))).toEqual([4, 4]);
      const caps = { clicks: { ...none, monthly: 5 }, conversions: none, commissionMinor: none };
      const changed = { ...campaign, caps, updatedAt: new Date().toISOString() };
      const probe = await openEventProbe(tracking.env, ['campaign.campaigns']);
      await probe.publish(campaignUpdated(changed));
      await probe.close();
      await eventually(async () => {
        const copy = await tracking.collection('campaigns').findOne({ _id: campaign.campaignId });
        return (copy?.['snapshot'] as { updatedAt: string }).updatedAt === changed.updatedAt;
      });
      // This instance has not cached the link, and so reads the new copy.
      expect(await tally(await visits(link.trackingCode, 100, 4, 1))).toEqual([1, 4]);
    });
  });

  it('publishes the clicks of a moment together, each under its own id', async () => {
    const probe = await openEventProbe(tracking.env, ['tracking.clicks']);
    const { link } = tracking.aLinkTo();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => tracking.follow(link.trackingCode)),
    );
    const ids = answers.map((answered) => tracking.clickIdOf(answered));
    const records = () =>
      probe
        .events(clicksRecorded)
        .map(({ data }) => decodeClicks(data).filter(({ linkId }) => linkId === link.linkId))
        .filter((mine) => mine.length > 0);
    await eventually(() => records().flat().length >= 50);
    expect(
      records()
        .flat()
        .map(({ clickId }) => clickId)
        .sort(),
    ).toEqual(ids.sort());
    expect(records().length).toBeLessThan(50);
    await probe.close();
  });
});

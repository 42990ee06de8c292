import { conversionTracked } from '@tributary/contracts';
import { type EventProbe, eventually, gatewayFetch, openEventProbe } from '@tributary/testing';
import { openTracking, type Tracking } from '../../testing/open-tracking.ts';

const SHOP = 'https://shop.example.com';
const POSTS = 200;

describe('order deduplication', () => {
  let tracking: Tracking;
  let probe: EventProbe;
  beforeAll(async () => {
    tracking = await openTracking({}, 2);
    probe = await openEventProbe(tracking.env, ['tracking.conversions']);
  });
  afterAll(async () => {
    await probe.close();
    await tracking.close();
  });

  const aClick = async () => {
    const made = tracking.aLinkTo({ campaign: { pixelEnabled: true } });
    const clickId = tracking.clickIdOf(await tracking.follow(made.link.trackingCode));
    return { ...made, clickId };
  };

  /** Deletes this test's keys only, because other tests share the engine. */
  const flushRedis = async (): Promise<number> => {
    const { redis } = tracking.service.platform;
    const keys = await redis.keys(`${tracking.env['NAMESPACE'] ?? 'never'}*`);
    return keys.length === 0 ? 0 : redis.del(keys);
  };

  it('makes one conversion of 200 parallel posts over two instances with Redis flushed midway', async () => {
    const { clickId } = await aClick();
    let answered = 0;
    let flushed: Promise<number> | undefined;
    const post = async (index: number) => {
      const answer = await tracking.call('POST', '/api/track/conversion', {
        at: tracking.services[index % 2]!,
        body: {
          click_id: clickId,
          transaction_id: `many-${String(index % 7)}`,
          order_id: 'many',
          order_value: 5,
        },
      });
      answered += 1;
      if (answered === POSTS / 2) flushed = flushRedis();
      return answer;
    };
    // Some of them only after the flush.
    const early = Promise.all(Array.from({ length: 150 }, (_, index) => post(index)));
    await eventually(() => flushed !== undefined);
    expect(await flushed).toBeGreaterThan(0);
    const late = Promise.all(Array.from({ length: POSTS - 150 }, (_, index) => post(index)));
    const answers = [...(await early), ...(await late)];
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    const { conversion_id: id } = created[0]!.body.data;
    const repeated = answers.filter(({ status }) => status === 409);
    expect(repeated).toHaveLength(POSTS - 1);
    for (const { body } of repeated) {
      expect(body.data).toEqual({
        error: 'duplicate_order',
        conversion_id: id,
        status: 'pending',
      });
    }
    expect(await tracking.collection('conversions').countDocuments({ orderId: 'many' })).toBe(1);
    await probe.waitFor(conversionTracked, ({ conversionId }) => conversionId === id);
    const published = probe.events(conversionTracked).filter(({ data }) => data.orderId === 'many');
    expect(published).toHaveLength(1);
  });

  it('makes one conversion of parallel reports by direct calls, six networks, the plugin and the pixel', async () => {
    const { clickId, link, campaign } = await aClick();
    const sources = ['source_a', 'source_b', 'source_c', 'source_d', 'source_e', 'custom'];
    const order = { order_id: 'all', order_value: 9 };
    const at = (index: number) => tracking.services[index % 2]!;
    const namedBy = {
      direct: async (index: number) => {
        const body = { click_id: clickId, transaction_id: `all-${String(index)}`, ...order };
        const answer = await tracking.call('POST', '/api/track/conversion', {
          body,
          at: at(index),
        });
        return { isNew: answer.status === 201, id: answer.body.data.conversion_id };
      },
      postback: async (index: number) => {
        const source = sources[index % sources.length] ?? 'custom';
        const body = { tracking_code: link.trackingCode, ...order };
        const target = `/api/track/postback/${source}`;
        const answer = await tracking.call('POST', target, { body, at: at(index) });
        return { isNew: answer.status === 200, id: answer.body.data.conversion_id };
      },
      plugin: async (index: number) => {
        const body = { click_id: clickId, order_reference: 'all', order_total: 9 };
        const headers = tracking.brand(campaign.brandId);
        const options = { body, headers, at: at(index) };
        const answer = await tracking.call('POST', '/api/conversions/track', options);
        return { isNew: answer.status === 201, id: answer.body.data.conversion_id };
      },
      pixel: async (index: number) => {
        const query = `click_id=${clickId}&transaction_id=all-p&order_id=all&order_value=9`;
        const answer = await gatewayFetch('tracking', `${at(index).url}/t/pixel.gif?${query}`, {
          headers: { referer: `${SHOP}/thanks` },
        });
        return {
          isNew: answer.headers.get('x-conversion-status') === 'recorded',
          id: answer.headers.get('x-conversion-id') ?? '',
        };
      },
    };
    const ways = Object.values(namedBy);
    const outcomes = await Promise.all(
      Array.from({ length: 80 }, (_, index) => ways[index % ways.length]!(index)),
    );
    expect(outcomes.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(outcomes.map(({ id }) => id)).size).toBe(1);
    const rows = tracking.collection('conversions');
    expect(await rows.countDocuments({ brandId: campaign.brandId })).toBe(1);
  });
});

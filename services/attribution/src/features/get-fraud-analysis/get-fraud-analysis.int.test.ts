import { newId } from '@tributary/service';
import { aConversion } from '@tributary/testing';
import { HOUR_MS, DAY_MS } from '@tributary/units';
import { anOrder, bot as fromScript, scoreOfAlone } from '../../testing/orders.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution();
});
afterAll(() => running.close());

const BOT = 'Mozilla/5.0 (compatible; SomeCrawler/1.0; +https://crawler.example)';
const [brandId, campaignId, affiliateId] = [newId(), newId(), newId()];

const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;

/** Noon of an earlier day. */
const daysAgo = (days: number): string =>
  new Date(TODAY - days * DAY_MS + DAY_MS / 2).toISOString();

const orderOf = (days: number, userAgent: string) =>
  aConversion({
    brandId,
    campaignId,
    affiliateId,
    userAgent,
    ip: null,
    customerEmailHash: newId(),
    clickedAt: daysAgo(days + 1),
    convertedAt: daysAgo(days),
    createdAt: daysAgo(days),
  });
const honest = (days: number) => orderOf(days, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0');
const bot = (days: number) => orderOf(days, BOT);

const analysisOf = async (query = '', by = brandId) => {
  const { body } = await running.caller(by).get(`/api/brand/conversions/fraud-analysis?${query}`);
  return body.data as Record<string, unknown>;
};
const storedDays = async (of: string) => {
  const days = running.service.platform.mongo.connection.collection('fraud_days');
  const found = await days.find({ of }).sort({ day: 1 }).toArray();
  return found.map(({ conversions, highRisk }) => [conversions, highRisk] as unknown);
};

/** The average where this share of orders came from scripts. */
const percentScore = (share: number): number =>
  Math.round(share * scoreOfAlone('bot_ua') * 10_000) / 100;

describe('GET /api/brand/conversions/fraud-analysis', () => {
  it('returns figures of the brand’s own conversions, with recommendations', async () => {
    const brandId = newId();
    const [fraudster, honest] = [newId(), newId()];
    const campaignId = newId();
    const orders = [
      ...Array.from({ length: 6 }, () =>
        anOrder({ ...fromScript, brandId, affiliateId: fraudster }),
      ),
      ...Array.from({ length: 4 }, () => anOrder({ brandId, campaignId, affiliateId: honest })),
      anOrder({ brandId, affiliateId: honest, source: 'pixel' }),
    ];
    await running.assess([...orders, anOrder(fromScript)]);
    const brand = running.caller(brandId);
    const { status, body } = await brand.get('/api/brand/conversions/fraud-analysis');
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        average_fraud_score: percentScore(6 / 11),
        high_risk_conversions: 6,
        fraud_patterns: [
          {
            pattern: 'high_fraud_score',
            count: 6,
            description: 'Conversions whose fraud score is above 50',
          },
          {
            pattern: 'flagged_for_review',
            count: 7,
            description: 'Conversions that a person should review before they are paid',
          },
          { pattern: 'bot_ua', count: 6, description: 'The click came from a bot or script' },
        ],
        suspicious_affiliates: [
          { affiliate_id: fraudster, conversions: 6, average_fraud_score: percentScore(1) },
        ],
        recommendations: [
          'Review the 7 flagged conversions (63.6 % of all): none of them is paid before you do.',
          'Check the traffic of 1 suspicious affiliate before approving more of their conversions.',
          'The most frequent sign is bot_ua, on 6 conversions: the click came from a bot or script.',
        ],
        recall: null,
      },
    });
    const path = `/api/brand/conversions/fraud-analysis?campaign_id=${campaignId}`;
    expect((await brand.get(path)).body.data).toEqual({
      average_fraud_score: 0,
      high_risk_conversions: 0,
      fraud_patterns: [],
      suspicious_affiliates: [],
      recommendations: ['Nothing in this period requires action.'],
      recall: null,
    });
    const past = '/api/brand/conversions/fraud-analysis?start_date=2025-01-01&end_date=2025-02-01';
    expect((await brand.get(past)).body.data.recommendations).toEqual([
      'There are no conversions in this period.',
    ]);
  });

  it('refuses a period that ends before it starts or lasts years, and a malformed campaign', async () => {
    const brand = running.caller(newId());
    const status = async (query: string) =>
      (await brand.get(`/api/brand/conversions/fraud-analysis?${query}`)).status;
    expect(await status('start_date=2026-02-01&end_date=2026-01-01')).toBe(400);
    expect(await status('start_date=2020-01-01')).toBe(400);
    expect(await status('campaign_id=x')).toBe(400);
    expect(await status('surprise=1')).toBe(400);
  });
});

describe('the sums of whole days', () => {
  it('are stored, and computed again when a late conversion arrives', async () => {
    await running.assess([honest(3), bot(3), bot(2), bot(1)]);
    const first = await analysisOf();
    expect(first).toMatchObject({
      average_fraud_score: percentScore(3 / 4),
      high_risk_conversions: 3,
    });
    expect(await storedDays(brandId)).toEqual([
      [2, 1],
      [1, 1],
      [1, 1],
    ]);
    expect(await analysisOf()).toEqual(first);
    await running.assess([bot(3), bot(5)]);
    expect(await analysisOf()).toMatchObject({
      average_fraud_score: percentScore(5 / 6),
      high_risk_conversions: 5,
      suspicious_affiliates: [{ affiliate_id: affiliateId, conversions: 6 }],
    });
    expect(await storedDays(brandId)).toEqual([
      [1, 1],
      [3, 2],
      [1, 1],
      [1, 1],
    ]);
  });

  it('exclude the parts of days outside the requested period', async () => {
    const at = (days: number, hours: number) =>
      new Date(Date.parse(daysAgo(days)) + hours * HOUR_MS).toISOString();
    const riskyBetween = async (from: string, to: string) =>
      (await analysisOf(`start_date=${from}&end_date=${to}`))['high_risk_conversions'];
    expect(await riskyBetween(at(5, 1), at(2, 1))).toBe(3);
    expect(await riskyBetween(at(5, -1), at(2, -1))).toBe(3);
    expect(await riskyBetween(at(3, -1), at(3, 1))).toBe(2);
    expect(await riskyBetween(at(4, 1), at(4, 2))).toBe(0);
  });

  it('are computed per campaign, for its own brand only', async () => {
    const query = `campaign_id=${campaignId}`;
    expect(await analysisOf(query)).toMatchObject({ high_risk_conversions: 5 });
    expect(await storedDays(campaignId)).toHaveLength(4);
    expect(await analysisOf(query, newId())).toMatchObject({
      recommendations: ['There are no conversions in this period.'],
    });
    expect(await analysisOf(`campaign_id=${newId()}`)).toMatchObject({ high_risk_conversions: 0 });
  });
});

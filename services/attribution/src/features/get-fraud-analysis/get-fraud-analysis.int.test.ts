import { newId } from '@tributary/service';
import { aConversion } from '@tributary/testing';
import { HOUR_MS, DAY_MS } from '@tributary/units';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';
import { aggregateFraudFigures } from '../aggregate-fraud-figures/aggregate-fraud-figures.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution();
});
afterAll(() => running.close());

const BOT = 'Mozilla/5.0 (compatible; SomeCrawler/1.0; +https://crawler.example)';
const [brandId, campaignId, affiliateId] = [newId(), newId(), newId()];

const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;

/** At noon, so many days ago. */
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
const keptDays = async (of: string) => {
  const days = running.service.platform.mongo.connection.collection('fraud_days');
  const found = await days.find({ of }).sort({ day: 1 }).toArray();
  return found.map(({ conversions, highRisk }) => [conversions, highRisk] as unknown);
};

describe('the sums of whole days', () => {
  it('are kept, say the same again, and are summed anew when a conversion of theirs comes late', async () => {
    await running.assess([honest(3), bot(3), bot(2), bot(1)]);
    const first = await analysisOf();
    expect(first).toMatchObject({ average_fraud_score: 67.5, high_risk_conversions: 3 });
    expect(await keptDays(brandId)).toEqual([
      [2, 1],
      [1, 1],
      [1, 1],
    ]);
    expect(await analysisOf()).toEqual(first);
    await running.assess([bot(3), bot(5)]);
    expect(await analysisOf()).toMatchObject({
      average_fraud_score: 75,
      high_risk_conversions: 5,
      suspicious_affiliates: [{ affiliate_id: affiliateId, conversions: 6 }],
    });
    expect(await keptDays(brandId)).toEqual([
      [1, 1],
      [3, 2],
      [1, 1],
      [1, 1],
    ]);
  });

  it('leave out what of a day lies before or after the time asked for', async () => {
    const at = (days: number, hours: number) =>
      new Date(Date.parse(daysAgo(days)) + hours * HOUR_MS).toISOString();
    const riskyBetween = async (from: string, to: string) =>
      (await analysisOf(`start_date=${from}&end_date=${to}`))['high_risk_conversions'];
    expect(await riskyBetween(at(5, 1), at(2, 1))).toBe(3);
    expect(await riskyBetween(at(5, -1), at(2, -1))).toBe(3);
    expect(await riskyBetween(at(3, -1), at(3, 1))).toBe(2);
    expect(await riskyBetween(at(4, 1), at(4, 2))).toBe(0);
  });

  it('are a campaign’s own where one is asked for, and nobody else’s', async () => {
    const query = `campaign_id=${campaignId}`;
    expect(await analysisOf(query)).toMatchObject({ high_risk_conversions: 5 });
    expect(await keptDays(campaignId)).toHaveLength(4);
    expect(await analysisOf(query, newId())).toMatchObject({
      recommendations: ['There are no conversions in this period.'],
    });
    expect(await analysisOf(`campaign_id=${newId()}`)).toMatchObject({ high_risk_conversions: 0 });
  });

  it('are there before anybody asks, after each night', async () => {
    const other = newId();
    await running.assess([{ ...bot(1), brandId: other, campaignId: newId() }]);
    await aggregateFraudFigures(running.deps)();
    expect(await keptDays(other)).toEqual([[1, 1]]);
  });
});

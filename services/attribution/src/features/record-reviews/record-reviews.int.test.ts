import {
  assessmentMade,
  conversionApproved,
  conversionRejected,
  type ConversionSnapshot,
  payoutDestinationShared,
  conversionTracked,
  fraudConfirmed,
  fraudDetected,
  fraudResolved,
} from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aConversion, anApprovedConversion, eventually } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { RULES_VERSION } from '../../domain/scoring-settings.ts';
import { anOrder, bot, scoreOfAlone } from '../../testing/orders.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';
import { fitFraudWeights } from '../../workflows/fit-fraud-weights.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution({ ATTRIBUTION_SETTLE_MS: '50', LOG_LEVEL: 'silent' });
});
afterAll(() => running.close());

describe('a brand’s review', () => {
  it('is stored, and publishes once whether a flagged conversion was fraud', async () => {
    const { probe, deps } = running;
    const rejected = anApprovedConversion({ ...bot, status: 'rejected' });
    const approved = anApprovedConversion(bot);
    const plain = anApprovedConversion({ status: 'rejected' });
    const superseded = {
      ...anApprovedConversion({ ...bot, status: 'rejected' }),
      superseded: true,
    };
    await running.assess([rejected, approved, plain, superseded]);
    await probe.publish(
      conversionRejected(superseded),
      conversionRejected(rejected),
      conversionRejected(rejected),
      conversionApproved(approved),
      conversionRejected(plain),
    );
    const confirmed = await probe.waitFor(
      fraudConfirmed,
      ({ conversionId }) => conversionId === rejected.conversionId,
    );
    expect(confirmed.data).toEqual({
      conversionId: rejected.conversionId,
      brandId: rejected.brandId,
      campaignId: rejected.campaignId,
      affiliateId: rejected.affiliateId,
      fraudScore: scoreOfAlone('bot_ua'),
    });
    await probe.waitFor(
      fraudResolved,
      ({ conversionId }) => conversionId === approved.conversionId,
    );
    const ids = [rejected, approved, plain].map(({ conversionId }) => conversionId);
    await eventually(async () => (await deps.labels.findKnown(ids)).size === 3);
    expect((await deps.labels.findKnown([superseded.conversionId])).size).toBe(0);
    const outcomes = [...probe.events(fraudConfirmed), ...probe.events(fraudResolved)];
    expect(outcomes.map(({ data }) => data.conversionId).sort()).toEqual(
      [rejected.conversionId, approved.conversionId].sort(),
    );
  });

  it('that arrives before the assessment creates it first', async () => {
    const { probe } = running;
    const rejected = anApprovedConversion({ ...bot, status: 'rejected' });
    const fits = ({ conversionId }: { conversionId: string }) =>
      conversionId === rejected.conversionId;
    await probe.publish(conversionRejected(rejected));
    await probe.waitFor(assessmentMade, fits);
    await probe.waitFor(fraudDetected, fits);
    await probe.waitFor(fraudConfirmed, fits);
    await probe.publish(conversionTracked(aConversion({ ...rejected, status: 'pending' })));
    await eventually(async () => (await running.deps.facts.listDue(500)).length === 0);
    expect(probe.events(assessmentMade).filter(({ data }) => fits(data))).toHaveLength(1);
  });

  it('counts in the affiliate’s history from the next day on', async () => {
    const affiliateId = newId();
    const reviewedAt = '2026-05-10T12:00:00.000Z';
    const reviewed = Array.from({ length: 20 }, () =>
      anApprovedConversion({
        affiliateId,
        status: 'rejected',
        reason: 'fake_customer',
        reviewedAt,
      }),
    );
    await running.probe.publish(...reviewed.map((one) => conversionRejected(one)));
    const ids = reviewed.map(({ conversionId }) => conversionId);
    await eventually(async () => (await running.deps.labels.findKnown(ids)).size === 20);
    const at = (text: string) => ({
      clickedAt: new Date(Date.parse(text) - DAY_MS).toISOString(),
      convertedAt: text,
      createdAt: text,
      affiliateId,
    });
    const [before, after] = await running.assess([
      aConversion(at('2026-05-10T23:00:00.000Z')),
      aConversion(at('2026-05-11T00:00:01.000Z')),
    ]);
    const history = (assessment: typeof before) =>
      assessment?.factors.find(({ factor }) => factor === 'affiliate_history');
    expect(history(before)?.value).toBeNull();
    expect(history(after)).toMatchObject({
      value: 1,
      evidence: '20 of the affiliate’s 20 decided orders of the last 90 days were fraud',
    });
    expect(after?.requiresReview).toBe(false);

    // The same person begins anew, and is paid to the same destination.
    const anew = newId();
    const { probe, deps } = running;
    await probe.publish(
      payoutDestinationShared({
        affiliateId: anew,
        sharedWith: [affiliateId],
        sharedAt: reviewedAt,
      }),
    );
    await eventually(async () => (await deps.identities.findLinked(anew)).length > 0);
    expect(await deps.identities.findLinked(affiliateId)).toMatchObject([{ accountId: anew }]);
    const order = { ...at('2026-05-11T12:00:00.000Z'), affiliateId: anew };
    const [ofNewAccount] = await running.assess([aConversion(order)]);
    expect(history(ofNewAccount)).toMatchObject({
      value: 1,
      evidence: expect.stringContaining(
        '20 of 20 by other accounts (1) with the same payout destination',
      ),
    });
  });
});

describe('reviews', () => {
  const brandId = newId();
  const now = { reviewedAt: new Date().toISOString() };
  const aMonthAgo = () => new Date(Date.now() - 30 * DAY_MS).toISOString().slice(0, 10);
  const admin = () => running.caller(newId(), 'admin');
  const brand = () => running.caller(brandId);

  it('teach the weights by the kinds of fraud that they name, once an administrator applies them', async () => {
    const { probe, deps } = running;
    const orders = Array.from({ length: 230 }, () => anOrder({ ...bot, brandId }));
    await running.assess(orders);
    const reviewed = orders.map((order, index) => {
      const isRejected = index < 120;
      const reason = index < 100 ? ('bot_traffic' as const) : ('returned' as const);
      return isRejected
        ? conversionRejected(anApprovedConversion({ ...order, ...now, status: 'rejected', reason }))
        : conversionApproved(anApprovedConversion({ ...order, ...now }));
    });
    await probe.publish(...reviewed);
    const ids = orders.map(({ conversionId }) => conversionId);
    await eventually(async () => (await deps.labels.findKnown(ids)).size === 230);
    // 20 orders were returned, which states nothing about fraud.
    const weights = await fitFraudWeights(deps)();
    expect(weights).toMatchObject({ version: 1, orders: 210, frauds: 100 });
    expect(await fitFraudWeights(deps)()).toBeUndefined();
    const before = await running.assess([anOrder({ ...bot, brandId })]);
    expect(before[0]?.weightsVersion).toBe(RULES_VERSION);
    const { body: preview } = await brand().get('/api/brand/conversions/fraud-weights/preview');
    expect(preview.data.weights).toMatchObject({
      version: 1,
      applied_at: null,
      run: { orders: 230 },
    });
    const listed = await admin().get('/api/admin/fraud/weights');
    expect(listed.body.data.weights).toMatchObject([{ version: 1, orders: 210, brands: 1 }]);
    const applied = await admin().post('/api/admin/fraud/weights/1/apply', {});
    expect(applied.body.data).toMatchObject({ version: 1, applied_at: expect.any(String) });
    expect((await admin().post('/api/admin/fraud/weights/2/apply', {})).status).toBe(404);
    const [after] = await running.assess([anOrder({ ...bot, brandId })]);
    expect(after?.weightsVersion).toBe(`${RULES_VERSION}.w1`);
    expect(after?.fraudScore).toBeLessThan(scoreOfAlone('bot_ua'));
  });

  it('show what a threshold would have held, and how much of it was found good', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const path = `/api/brand/conversions/fraud-threshold/preview?threshold=0.9&start_date=${day}`;
    const { status, body } = await brand().get(path);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      threshold: 0.9,
      held_found_good: { orders: 110 },
      held_found_fraud: { orders: 100, amounts: [{ currency: 'USD' }] },
      missed_fraud: { orders: 0, amounts: [] },
    });
    const tooLong = '/api/brand/conversions/fraud-threshold/preview?start_date=2020-01-01';
    expect((await brand().get(tooLong)).status).toBe(400);
  });

  it('of orders that were drawn at random show how much fraud is found', async () => {
    const { deps, probe } = running;
    const drawn: ConversionSnapshot[] = [];
    while (drawn.length < 3) {
      const order = anOrder({ brandId });
      if (deps.hashes.isDrawn(order.conversionId)) drawn.push(order);
    }
    await running.assess(drawn);
    const sampleOf = async () => {
      const { body } = await brand().get('/api/brand/conversions/review-sample');
      return body.data.conversions as readonly unknown[];
    };
    expect(await sampleOf()).toHaveLength(3);
    const [bad, ...good] = drawn;
    await probe.publish(
      conversionRejected(
        anApprovedConversion({ ...bad, ...now, status: 'rejected', reason: 'self_referral' }),
      ),
      ...good.map((order) => conversionApproved(anApprovedConversion({ ...order, ...now }))),
    );
    await eventually(async () => (await sampleOf()).length === 0);
    const { body } = await brand().get(
      `/api/brand/conversions/fraud-analysis?start_date=${aMonthAgo()}`,
    );
    expect(body.data.recall).toMatchObject({ drawn: 3, drawn_fraud: 1, found: 100 });
  });
});

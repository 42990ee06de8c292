import {
  assessmentMade,
  clickRecorded,
  conversionApproved,
  conversionRejected,
  type ConversionSnapshot,
  conversionTracked,
  fraudConfirmed,
  fraudDetected,
  fraudResolved,
} from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aClick, aConversion, anApprovedConversion, eventually } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { type FactRow } from '../../store/models.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution({ ATTRIBUTION_SETTLE_MS: '50', LOG_LEVEL: 'silent' });
});
afterAll(() => running.close());

const bot = { userAgent: 'curl/8.5.0' };

describe('a brand’s decision', () => {
  it('on flagged conversions says whether they were fraud, once, and is kept as a label', async () => {
    const { probe, deps } = running;
    const rejected = anApprovedConversion({ ...bot, status: 'rejected' });
    const approved = anApprovedConversion(bot);
    const plain = anApprovedConversion({ status: 'rejected' });
    await running.assess([rejected, approved, plain]);
    await probe.publish(
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
      fraudScore: 0.9,
    });
    await probe.waitFor(
      fraudResolved,
      ({ conversionId }) => conversionId === approved.conversionId,
    );
    const ids = [rejected, approved, plain].map(({ conversionId }) => conversionId);
    await eventually(async () => (await deps.labels.findKnown(ids)).size === 3);
    const said = [...probe.events(fraudConfirmed), ...probe.events(fraudResolved)];
    expect(said.map(({ data }) => data.conversionId).sort()).toEqual(
      [rejected.conversionId, approved.conversionId].sort(),
    );
  });

  it('that overtakes the assessment makes it first', async () => {
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
      anApprovedConversion({ affiliateId, status: 'rejected', reviewedAt }),
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
      evidence: '20 of the affiliate’s 20 decided orders of the last 90 days were rejected',
    });
    expect(after?.requiresReview).toBe(false);
  });
});

describe('clicks', () => {
  it('that can earn become touchpoints, each once', async () => {
    const clicks = Array.from({ length: 50 }, () => aClick());
    const others = [
      aClick({ isBot: true, validity: 'bot' }),
      aClick({ validity: 'filtered' }),
      aClick({ validity: 'inactive_campaign' }),
    ];
    const last = aClick({ validity: 'duplicate', isUnique: false });
    const all = [...clicks, ...others, ...clicks, last];
    await running.probe.publish(...all.map((click) => clickRecorded(click)));
    const touchpoints = running.service.platform.mongo.connection.collection('touchpoints');
    await eventually(async () => (await touchpoints.countDocuments()) >= 51);
    expect(await touchpoints.countDocuments()).toBe(51);
    expect(await touchpoints.findOne({ _id: last.clickId as never })).toMatchObject({
      visitorId: last.visitorId,
      affiliateId: last.affiliateId,
      occurredAt: new Date(last.occurredAt),
    });
  });
});

describe('a conversion whose assessment fails', () => {
  it('waits longer, holds up no other and is assessed when it can be', async () => {
    const { deps, probe } = running;
    const broken = aConversion({ campaignId: newId() });
    const fine = aConversion();
    // A store that fails on one campaign stands for a fault of our own.
    const { listAt } = deps.settings;
    let failures = 0;
    deps.settings.listAt = (asked) => {
      const isBroken = asked.some(({ campaignId }) => campaignId === broken.campaignId);
      if (!isBroken || failures === 3) return listAt(asked);
      failures += 1;
      return Promise.reject(new TypeError('A fault'));
    };
    const facts = running.service.platform.mongo.connection.collection('order_facts');
    const waitingOf = async ({ conversionId }: ConversionSnapshot) =>
      (await facts.findOne({ _id: conversionId as never }))?.['waiting'] as FactRow['waiting'];
    const { clock } = deps;
    const now = clock.now.bind(clock);
    const passTime = (ms: number): void => {
      clock.now = () => new Date(now().getTime() + ms);
    };
    const events = [broken, fine].map((conversion) => conversionTracked(conversion));
    await probe.publish(...events);
    const made = ({ conversionId }: { conversionId: string }) =>
      probe.waitFor(assessmentMade, (one) => one.conversionId === conversionId);
    await made(fine);
    const failed = async (times: number): Promise<Date> =>
      eventually(async () => {
        const waiting = await waitingOf(broken);
        return waiting?.attempts === times && waiting.dueAt;
      });
    const first = await failed(1);
    passTime(1_000);
    const second = await failed(2);
    expect(second.getTime() - first.getTime()).toBeGreaterThanOrEqual(2_000);
    passTime(3_000);
    await made(broken);
    expect(failures).toBe(3);
    expect(await waitingOf(broken)).toBeUndefined();
    clock.now = now;
  });
});

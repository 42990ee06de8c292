import {
  assessmentMade,
  conversionApproved,
  conversionRejected,
  conversionReplaced,
  conversionTracked,
  fraudResolved,
} from '@tributary/contracts';
import { newId } from '@tributary/service';
import { anApprovedConversion, eventually } from '@tributary/testing';
import { anOrder, bot } from '../../testing/orders.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution({ ATTRIBUTION_SETTLE_MS: '0', LOG_LEVEL: 'silent' });
});
afterAll(() => running.close());

/** An order by the pixel, and the shop's report that replaces it. */
const aReplacement = () => {
  const first = anOrder({ source: 'pixel', valueMinor: 1 });
  const replaced = {
    ...first,
    ...bot,
    affiliateId: newId(),
    clickId: newId(),
    source: 'direct' as const,
    valueMinor: 50_000,
    revision: 1,
    earlierAffiliateIds: [first.affiliateId!],
  };
  const fits = ({ conversionId }: { conversionId: string }) => conversionId === first.conversionId;
  return { first, replaced, fits };
};

describe('a replaced conversion', () => {
  it('is assessed again, and the first report’s review does not count', async () => {
    const { probe, deps } = running;
    const { first, replaced, fits } = aReplacement();
    const id = first.conversionId;
    await running.assess([first]);
    const rejected = conversionRejected(anApprovedConversion({ ...first, status: 'rejected' }));
    await probe.publish(rejected);
    await eventually(async () => (await deps.labels.findKnown([id])).size === 1);
    await probe.publish(conversionReplaced(replaced), conversionReplaced(replaced));
    const made = await probe.waitFor(assessmentMade, (one) => fits(one) && one.revision === 1);
    expect(made.data.shares).toMatchObject([
      { affiliateId: replaced.affiliateId, valueMinor: 50_000 },
    ]);
    expect((await deps.labels.findKnown([id])).size).toBe(0);
    const { body } = await running
      .caller(first.brandId)
      .get(`/api/brand/conversions/${id}/explanation`);
    expect(body.data).toMatchObject({ source: 'direct', order_value: 500 });

    // Late and repeated events of the first report change nothing.
    await probe.publish(conversionTracked(first), rejected);
    await probe.publish(conversionApproved(anApprovedConversion({ ...replaced })));
    await probe.waitFor(fraudResolved, fits);
    await eventually(async () => (await deps.facts.listDue(500)).length === 0);
    expect((await deps.assessments.findMany([id])).get(id)).toMatchObject({
      revision: 1,
      affiliateId: replaced.affiliateId,
    });
    expect(probe.events(assessmentMade).filter(({ data }) => fits(data))).toHaveLength(2);
    const labels = running.service.platform.mongo.connection.collection('labels');
    expect(await labels.find({ brandId: first.brandId }).toArray()).toMatchObject([
      { decision: 'approved', affiliateId: replaced.affiliateId, revision: 1 },
    ]);
  });

  it('is assessed once where its first report was not assessed yet', async () => {
    const { deps, probe } = running;
    const { first, replaced, fits } = aReplacement();
    await deps.facts.record([
      { conversion: first, correlationId: newId() },
      { conversion: replaced, correlationId: newId() },
    ]);
    const made = await probe.waitFor(assessmentMade, fits);
    expect(made.data).toMatchObject({ revision: 1 });
    // An assessment of the first report that was under way at the same time is not stored.
    const [late] = await running.assess([first]);
    expect(late).toMatchObject({ revision: 1, assessmentId: made.data.assessmentId });
  });

  it('remains pending while only its first report is assessed', async () => {
    const { deps } = running;
    const { first, replaced } = aReplacement();
    const id = first.conversionId;
    await running.assess([first]);
    const facts = running.service.platform.mongo.connection.collection<{ _id: string }>(
      'order_facts',
    );
    const waiting = { conversion: replaced };
    await facts.updateOne({ _id: id }, { $set: { revision: 1, waiting } });
    await deps.facts.markAssessed([{ conversionId: id }]);
    expect(await facts.findOne({ _id: id })).toMatchObject({ waiting: { conversion: replaced } });
    await deps.facts.markAssessed([{ conversionId: id, revision: 1 }]);
    expect(await facts.findOne({ _id: id })).not.toHaveProperty('waiting');
  });
});

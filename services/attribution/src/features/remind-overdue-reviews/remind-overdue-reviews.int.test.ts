import { conversionRejected, conversionReversed, fraudReviewOverdue } from '@tributary/contracts';
import { newId } from '@tributary/service';
import { anApprovedConversion, eventually } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { anOrder, bot, refunded } from '../../testing/orders.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';
import { remindOverdueReviews } from './remind-overdue-reviews.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution({ ATTRIBUTION_SETTLE_MS: '0' });
});
afterAll(() => running.close());

describe('flagged conversions without a decision', () => {
  it('cause one reminder after 14 days, and stay flagged', async () => {
    const { deps, probe } = running;
    const brandId = newId();
    const orders = Array.from({ length: 4 }, () => anOrder({ ...bot, brandId }));
    await running.assess(orders);
    const [decided, reversed, ...open] = orders;
    await probe.publish(
      conversionRejected(anApprovedConversion({ ...decided!, status: 'rejected' })),
      conversionReversed({ ...refunded(reversed!, reversed!.valueMinor), status: 'reversed' }),
    );
    await eventually(async () => (await deps.labels.findKnown([decided!.conversionId])).size === 1);
    const refunds = running.service.platform.mongo.connection.collection('refunds');
    await eventually(() => refunds.findOne({ _id: reversed!.conversionId as never }).then(Boolean));
    const after = (days: number) => ({
      ...deps,
      clock: { now: () => new Date(Date.now() + days * DAY_MS) },
    });
    await remindOverdueReviews(after(13))();
    await remindOverdueReviews(after(15))();
    await remindOverdueReviews(after(16))();
    const ofBrand = ({ brandId: id }: { brandId: string }) => id === brandId;
    const { data } = await probe.waitFor(fraudReviewOverdue, ofBrand);
    expect(data.conversionIds.toSorted()).toEqual(
      open.map(({ conversionId }) => conversionId).sort(),
    );
    expect(probe.events(fraudReviewOverdue).filter((one) => ofBrand(one.data))).toHaveLength(1);
    const again = await running.assess(open);
    expect(again.every(({ requiresReview }) => requiresReview)).toBe(true);
  });
});

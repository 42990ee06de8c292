import { mock } from 'node:test';
import { Deadline } from '@tributary/context';
import {
  auditEntryRecorded,
  conversionApproved,
  type CampaignSnapshot,
  conversionsBulkReviewed,
} from '@tributary/contracts';
import { eventually, openEventProbe, type EventProbe } from '@tributary/testing';
import { openTracking, type Tracking } from '../../testing/open-tracking.ts';

describe('reviews at the same time', () => {
  let tracking: Tracking;
  let probe: EventProbe;
  let audits: EventProbe;
  beforeAll(async () => {
    tracking = await openTracking();
    probe = await openEventProbe(tracking.env, ['tracking.conversions']);
    audits = await openEventProbe(tracking.env, [auditEntryRecorded.topic]);
  });
  afterAll(async () => {
    await audits.close();
    await probe.close();
    await tracking.close();
  });

  /** A brand with `count` orders. */
  const aBrandWith = async (count: number, caps?: CampaignSnapshot['caps']) => {
    const { campaign, link } = tracking.aLinkTo(caps === undefined ? {} : { campaign: { caps } });
    const clickId = tracking.clickIdOf(await tracking.follow(link.trackingCode));
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        tracking.call('POST', '/api/track/conversion', {
          body: {
            click_id: clickId,
            transaction_id: `${link.trackingCode}-${String(index)}`,
            order_value: 100,
          },
        }),
      ),
    );
    const ids = answers.map(({ body }) => body.data.conversion_id);
    return { ids, headers: tracking.brand(campaign.brandId), campaignId: campaign.campaignId };
  };
  const review = (id: string, decision: string, headers: Record<string, string>) =>
    tracking.call('PUT', `/api/brand/conversions/${id}/review`, { body: { decision }, headers });

  it('are reported in one line while commission is unavailable, and counted', async () => {
    const { ids, headers } = await aBrandWith(5);
    const lines = mock.method(tracking.service.platform.log, 'warn');
    tracking.others.isCommissionUnavailable = true;
    for (const id of ids) expect((await review(id, 'approved', headers)).status).toBe(200);
    tracking.others.isCommissionUnavailable = false;
    const facts = lines.mock.calls.map(({ arguments: [first] }) => first as object);
    lines.mock.restore();
    const about = facts.filter((one) => 'where' in one && one.where === 'review-conversions');
    expect(about).toEqual([{ where: 'review-conversions', count: 1, reason: expect.any(String) }]);
    const metrics = await (await fetch(`${tracking.service.opsUrl}/metrics`)).text();
    expect(metrics).toMatch(/outage_errors_total\{where="review-conversions",.*\} 5/);
    expect(metrics).not.toMatch(/unexpected_errors_total\{where="review-conversions"/);
  });

  it('do not wait for the assessment that another one needs', async () => {
    const [fresh, known] = [await aBrandWith(1), await aBrandWith(1)];
    const [freshId = '', knownId = ''] = [fresh.ids[0], known.ids[0]];
    expect((await review(knownId, 'rejected', known.headers)).status).toBe(200);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const assessed = tracking.others.assessed.length;
    tracking.others.assessesAfter = promise.then(() => undefined);
    const waiting = review(freshId, 'approved', fresh.headers);
    await eventually(() => tracking.others.assessed.length > assessed);
    expect((await review(knownId, 'rejected', known.headers)).status).toBe(200);
    resolve(undefined);
    expect((await waiting).status).toBe(200);
  });

  it('of a bulk that a busy system does not reach in the time of a call are named, and done when sent again', async () => {
    const { ids, headers } = await aBrandWith(101);
    const reviewAll = () =>
      tracking.call('POST', '/api/brand/conversions/bulk-review', {
        body: { conversion_ids: ids, decision: 'approved' },
        headers,
      });
    const left = mock.method(Deadline.prototype, 'remainingMs', () => 9_000);
    const { status, body } = await reviewAll();
    left.mock.restore();
    expect([status, body.data.processed, body.data.failed]).toEqual([200, 100, 1]);
    expect(body.data.errors).toMatchObject([{ id: ids[100], error: 'not_reviewed_in_time' }]);
    const reviews = () => probe.events(conversionsBulkReviewed).map(({ data }) => data);
    await eventually(() => reviews().some((one) => one.processed === 100 && one.failed === 1));
    const again = await reviewAll();
    expect([again.body.data.processed, again.body.data.failed]).toEqual([101, 0]);
  });

  it('in bulk of one campaign with limits are all decided and counted once', async () => {
    const none = { daily: null, weekly: null, monthly: null, total: null };
    const caps = { clicks: none, conversions: { ...none, total: 300 }, commissionMinor: none };
    const { ids, headers, campaignId } = await aBrandWith(220, caps);
    const rejectAll = (some: readonly string[]) =>
      tracking.call('POST', '/api/brand/conversions/bulk-review', {
        body: { conversion_ids: some, decision: 'rejected' },
        headers,
      });
    const countOf = async () => {
      const count = await tracking.collection('cap_counts').findOne({ _id: campaignId });
      return (count?.['counts'] as Record<'t', { conversions: number }>).t.conversions;
    };
    expect(await countOf()).toBe(220);
    const answers = await Promise.all([rejectAll(ids.slice(0, 110)), rejectAll(ids.slice(110))]);
    for (const { status, body } of answers) {
      expect([status, body.data.processed, body.data.failed]).toEqual([200, 110, 0]);
    }
    expect(await countOf()).toBe(0);
  });

  it('are committed and booked together, each with its own answer, correlation id and audit entry', async () => {
    const [mine, theirs] = [await aBrandWith(12), await aBrandWith(12)];
    const calls = tracking.others.bookings;
    const answers = await Promise.all([
      ...mine.ids.map((id) => review(id, 'approved', mine.headers)),
      ...theirs.ids.map((id) => review(id, 'approved', theirs.headers)),
      // The other brand's conversion, which fails this call alone.
      review(theirs.ids[0] ?? '', 'rejected', mine.headers),
    ]);
    const own = answers.slice(0, 24);
    for (const { status, body } of own) {
      expect([status, body]).toMatchObject([200, { data: { commission_created: true } }]);
    }
    expect(answers[24]?.status).toBe(404);
    expect(tracking.others.bookings - calls).toBeLessThan(12);
    const ids = [...mine.ids, ...theirs.ids];
    await eventually(() => {
      const approved = probe.events(conversionApproved).map(({ data }) => data.conversionId);
      expect(approved).toEqual(expect.arrayContaining(ids));
      return true;
    });
    const correlations = probe
      .events(conversionApproved)
      .filter(({ data }) => ids.includes(data.conversionId))
      .map(({ correlationId }) => correlationId);
    expect(new Set(correlations).size).toBe(24);
    await eventually(() => {
      const entries = audits.events(auditEntryRecorded).map(({ data }) => data);
      const reviewed = entries.filter(({ changes }) => changes.some(({ id }) => ids.includes(id)));
      expect(reviewed.map(({ changes }) => changes.map(({ id }) => id)).toSorted()).toEqual(
        ids.map((id) => [id]).toSorted(),
      );
      return true;
    });
  });
});

import { randomUUIDv7 } from 'node:crypto';
import {
  type AdjustedConversion,
  assessmentMade,
  conversionAdjusted,
  conversionRejected,
  conversionReversed,
  type AssessmentSnapshot,
  conversionApproved,
  type ConversionSnapshot,
  conversionTracked,
} from '@tributary/contracts';
import {
  aConversion,
  anApprovedConversion,
  type EventProbe,
  eventually,
  openEventProbe,
} from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import {
  addUpParts,
  conversionParts,
  type SumAmounts,
  sumFields,
} from '../../domain/affiliate-sums.ts';
import { openWorld, type World } from '../../testing/open-world.ts';

let world: World;
let probe: EventProbe;
beforeAll(async () => {
  world = await openWorld();
  probe = await openEventProbe(world.env, []);
});
// Closes each separately, so that one that failed to open leaves no other running.
afterAll(() => probe.close());
afterAll(() => world.close());

const convertedAt = new Date().toISOString();
const tracked = (given: Partial<ConversionSnapshot> = {}) =>
  aConversion({ convertedAt, createdAt: convertedAt, ...given });

const assessed = (
  { conversionId, brandId, campaignId }: ConversionSnapshot,
  credited: readonly (readonly [affiliateId: string, weight: number])[],
  given: Partial<AssessmentSnapshot> = {},
): AssessmentSnapshot => ({
  ...{ assessmentId: randomUUIDv7(), conversionId, brandId, campaignId },
  ...{ model: 'linear', modelVersion: 'linear.1', weightsVersion: '1' },
  shares: credited.map(([affiliateId, weight]) => ({
    ...{ affiliateId, weight, clickId: randomUUIDv7(), linkId: null, valueMinor: 0 },
  })),
  ...{ fraudScore: 0, requiresReview: false, factors: [], assessedAt: convertedAt },
  ...given,
});

const adjusted = (
  order: ConversionSnapshot,
  status: 'approved' | 'reversed',
  refundedMinor: number,
): AdjustedConversion => ({
  ...order,
  ...{ status, refundedMinor, adjustmentId: randomUUIDv7() },
  adjustmentType: status === 'reversed' ? 'refund' : 'partial_refund',
  ...{ adjustmentMinor: refundedMinor, refundId: null },
});

const viewOf = (_id: string) => world.collections.conversionViews.findOne({ _id });
const isCredited = (conversionId: string, ...affiliateIds: readonly string[]) =>
  eventually(async () => {
    const view = await viewOf(conversionId);
    return JSON.stringify(view?.affiliateIds) === JSON.stringify(affiliateIds);
  });

/** The pending conversions in the four views of one affiliate. */
async function figuresOf(id: string) {
  const me = { id, role: 'affiliate' } as const;
  const paths = ['pending', 'conversions', 'summary', 'breakdown?period=year'];
  const [pending, conversions, summary, breakdown] = await Promise.all(
    paths.map((path) => world.get(`/api/commissions/${path}`, me)),
  );
  const amounts = (list: unknown) =>
    (list as readonly { id: string; commission_amount: number }[]).map((one) => [
      one.id,
      one.commission_amount,
    ]);
  const { pending_conversions: waiting, total_pending: totalPending } = pending?.body as {
    pending_conversions: unknown;
    total_pending: number;
  };
  return {
    totalPending,
    pending: amounts(waiting),
    conversions: amounts((conversions?.body as { conversions: unknown }).conversions),
    counted: (summary?.body as { pending_conversions: number }).pending_conversions,
    brokenDown: (
      breakdown?.body as { breakdown: readonly { conversions: number }[] }
    ).breakdown.map((period) => period.conversions),
  };
}

describe('a pending conversion', () => {
  it('that exceeded a cap is expected to earn nothing unless the brand approves it', async () => {
    const affiliateId = randomUUIDv7();
    const capped = tracked({ affiliateId, unpayableReason: 'capped' });
    await probe.publish(conversionTracked(capped));
    await isCredited(capped.conversionId, affiliateId);
    expect(await figuresOf(affiliateId)).toEqual({
      totalPending: 0,
      pending: [[capped.conversionId, 0]],
      conversions: [[capped.conversionId, 0]],
      counted: 1,
      brokenDown: [1],
    });

    const approval = anApprovedConversion(capped);
    await world.create(approval);
    await probe.publish(conversionApproved({ ...approval, status: 'approved' }));
    await eventually(async () => (await viewOf(capped.conversionId))?.status === 'approved');
    expect((await figuresOf(affiliateId)).conversions).toEqual([[capped.conversionId, 10]]);
  });

  it.each([
    ['after the order', false],
    ['before the order', true],
  ])('shows each credited affiliate their own part, assessed %s', async (_when, isFirst) => {
    const [anna, bela, clicker] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
    const order = tracked({ affiliateId: clicker, valueMinor: 10_010 });
    const credit = assessed(order, [
      [anna, 750_000_000_000],
      [bela, 250_000_000_000],
    ]);
    const { conversionId } = order;
    if (isFirst) {
      await probe.publish(assessmentMade(credit));
      await eventually(async () => (await viewOf(conversionId)) !== null);
      expect(await figuresOf(anna)).toMatchObject({ pending: [], conversions: [], counted: 0 });
      await probe.publish(conversionTracked(order));
    } else {
      await probe.publish(conversionTracked(order));
      await isCredited(conversionId, clicker);
      expect((await figuresOf(clicker)).totalPending).toBe(10.01);
      await probe.publish(assessmentMade(credit));
    }
    await isCredited(conversionId, anna, bela);
    for (const [affiliateId, amount] of [
      // 10.01 in all: 7.5075 and 2.5025, the cent to the larger remainder.
      [anna, 7.51],
      [bela, 2.5],
    ] as const) {
      expect(await figuresOf(affiliateId)).toEqual({
        totalPending: amount,
        pending: [[conversionId, amount]],
        conversions: [[conversionId, amount]],
        counted: 1,
        brokenDown: [1],
      });
    }
    const none = { pending: [], conversions: [], counted: 0, brokenDown: [] };
    expect(await figuresOf(clicker)).toEqual({ totalPending: 0, ...none });
  });

  it('has the order’s currency, and its commission’s own where the amount is fixed', async () => {
    const affiliateId = randomUUIDv7();
    const fixed = { type: 'fixed', value: '1.25', currency: 'USD', holdDays: 0 } as const;
    const yen = tracked({ affiliateId, currency: 'JPY', valueMinor: 5_000 });
    const dinars = tracked({ affiliateId, currency: 'KWD', valueMinor: 12_345, terms: fixed });
    await probe.publish(conversionTracked(yen), conversionTracked(dinars));
    await isCredited(yen.conversionId, affiliateId);
    await isCredited(dinars.conversionId, affiliateId);
    const me = { id: affiliateId, role: 'affiliate' } as const;
    const inYen = { currency: 'JPY', commission_amount: 500 };
    const inDollars = { currency: 'USD', commission_amount: 1.25 };
    for (const [shown, orderCurrency, value, own] of [
      [yen, 'JPY', 5_000, inYen],
      [dinars, 'KWD', 12.345, inDollars],
    ] as const) {
      const { body } = await world.get(`/api/commissions/conversions/${shown.conversionId}`, me);
      expect(body).toMatchObject({
        ...{ order_value: value, currency: orderCurrency },
        ...{ commission_amount: own.commission_amount, commission_currency: own.currency },
      });
      const pending = await world.get(`/api/commissions/pending?currency=${own.currency}`, me);
      expect(pending.body).toMatchObject({ currency: own.currency, pending_conversions: [own] });
    }
  });

  it('belongs to the latest assessment’s affiliates, then to the verdict’s, in any order of arrival', async () => {
    const [anna, bela, cleo] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
    const order = tracked({ affiliateId: anna });
    const { conversionId } = order;
    const later = new Date(Date.parse(convertedAt) + 1_000).toISOString();
    const second = assessmentMade(assessed(order, [[bela, 1]], { assessedAt: later }));
    await probe.publish(conversionTracked(order), second);
    await isCredited(conversionId, bela);
    const marker = tracked({ affiliateId: anna });
    await probe.publish(
      assessmentMade(assessed(order, [[anna, 1]])),
      assessmentMade(assessed(marker, [[cleo, 1]])),
      conversionTracked(marker),
    );
    await isCredited(marker.conversionId, cleo);
    expect((await viewOf(conversionId))?.affiliateIds).toEqual([bela]);

    await probe.publish(conversionApproved(anApprovedConversion({ ...order, affiliateId: cleo })));
    await isCredited(conversionId, cleo);
    const last = new Date(Date.parse(convertedAt) + 2_000).toISOString();
    const over = tracked({ affiliateId: anna });
    await probe.publish(
      assessmentMade(assessed(order, [[anna, 1]], { assessedAt: last })),
      assessmentMade(assessed(over, [[bela, 1]])),
      conversionTracked(over),
    );
    await isCredited(over.conversionId, bela);
    expect((await viewOf(conversionId))?.affiliateIds).toEqual([cleo]);
  });
});

describe('a conversion of which no event has arrived yet', () => {
  it('is shown to its affiliate alone, and its event counts it once', async () => {
    const affiliateId = randomUUIDv7();
    const order = tracked({ affiliateId });
    world.ownedConversions.set(order.conversionId, order);
    const get = (id: string) =>
      world.get(`/api/commissions/conversions/${order.conversionId}`, { id, role: 'affiliate' });
    expect((await get(randomUUIDv7())).status).toBe(404);
    expect(await get(affiliateId)).toMatchObject({ status: 200, body: { id: order.conversionId } });
    const marker = tracked({ affiliateId: randomUUIDv7() });
    await probe.publish(conversionTracked(order), conversionTracked(marker));
    await isCredited(marker.conversionId, marker.affiliateId ?? '');
    expect(await figuresOf(affiliateId)).toMatchObject({ counted: 1 });
  });
});

describe('the sums of conversions', () => {
  it('equal the sums of the stored conversions after any events in any order', async () => {
    const affiliateIds = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
    const [campaignId, otherCampaignId] = [randomUUIDv7(), randomUUIDv7()];
    const orders = Array.from({ length: 24 }, (_, index) =>
      tracked({
        affiliateId: affiliateIds[index % 3] ?? null,
        campaignId: index % 2 === 0 ? campaignId : otherCampaignId,
        currency: index % 5 === 0 ? 'JPY' : 'USD',
        valueMinor: 1_000 + index,
        convertedAt: new Date(Date.now() - (index % 4) * DAY_MS).toISOString(),
      }),
    );
    const [anna = '', bela = ''] = affiliateIds;
    const later = orders.map((order, index) => {
      const approval = anApprovedConversion(order);
      const outcomes = [
        () => conversionApproved({ ...approval, status: 'approved' }),
        () => conversionRejected({ ...approval, status: 'rejected' }),
        () => conversionReversed(adjusted(order, 'reversed', order.valueMinor)),
        () => conversionAdjusted(adjusted(order, 'approved', 300)),
        () =>
          assessmentMade(
            assessed(order, [
              [anna, 600_000_000_000],
              [bela, 400_000_000_000],
            ]),
          ),
        () => conversionTracked(order),
      ];
      return (outcomes[index % outcomes.length] ?? (() => conversionTracked(order)))();
    });
    await probe.publish(...later.slice(0, 8), ...orders.map((order) => conversionTracked(order)));
    await probe.publish(...later, ...later.slice(4));

    const ids = orders.map(({ conversionId }) => conversionId);
    await eventually(async () => {
      const views = await world.collections.conversionViews.find({ _id: { $in: ids } }).toArray();
      const over = views.filter(
        ({ status, credit }) => status !== 'pending' || credit.by === 'assessment',
      );
      return views.length === ids.length && over.length === 20;
    });
    const views = await world.collections.conversionViews.find({ _id: { $in: ids } }).toArray();
    const expected = views.flatMap((view) => conversionParts({ ...view, id: view._id }));
    const kept = await world.collections.affiliateSums
      .find({ affiliateId: { $in: affiliateIds }, kind: { $in: ['converted', 'expected'] } })
      .toArray();
    const amounts = (row: Partial<SumAmounts>) => sumFields.map((field) => row[field] ?? 0);
    const rows = (all: readonly (readonly [string, Partial<SumAmounts>])[]) =>
      all
        .map(([id, row]) => [id, ...amounts(row)])
        .filter(([, ...counts]) => counts.some((count) => count !== 0))
        .toSorted();
    expect(rows(kept.map((row) => [row._id, row]))).toEqual(
      rows([...addUpParts(expected)].map(([id, part]) => [id, part.amounts])),
    );
  });
});

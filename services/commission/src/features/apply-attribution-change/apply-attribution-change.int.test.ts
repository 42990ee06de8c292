import { randomUUIDv7 } from 'node:crypto';
import { commissionAdjusted, commissionCreated } from '@tributary/contracts';
import { anApprovedConversion, type EventProbe, openEventProbe } from '@tributary/testing';
import { undoIdOf } from '../../testing/changes-client.ts';
import { openWorld, type World } from '../../testing/open-world.ts';

let world: World;
let probe: EventProbe;
beforeAll(async () => {
  world = await openWorld();
  probe = await openEventProbe(world.env, ['commission.commissions']);
});
afterAll(() => probe.close());
afterAll(() => world.close());
afterEach(async () => {
  expect((await world.verify()).differences).toEqual([]);
});

/** Orders of 100.00 at 10 % that credit one affiliate. */
async function orders(count: number) {
  const [affiliateId, campaignId] = [randomUUIDv7(), randomUUIDv7()];
  const approvals = Array.from({ length: count }, () =>
    anApprovedConversion({ affiliateId, campaignId }),
  );
  await world.create(...approvals);
  return { affiliateId, campaignId, approvals };
}

/** All of the credit for another affiliate. */
const allTo = (affiliateId: string, approvals: readonly { conversionId: string }[]) =>
  approvals.map(({ conversionId }) => ({ conversionId, weights: { [affiliateId]: 1 } }));

describe('ApplyAttributionChange', () => {
  it('moves what the preview showed, and publishes each amount with the change', async () => {
    const { affiliateId, campaignId, approvals } = await orders(1);
    const [other, changeId] = [randomUUIDv7(), randomUUIDv7()];
    const change = allTo(other, approvals);
    const previewed = await world.previewChange(campaignId, changeId, ...change);
    expect(previewed.results).toMatchObject([
      {
        currency: 'USD',
        skipped: '',
        moves: [
          { affiliateId: other, beforeMinor: 0, afterMinor: 1_000 },
          { affiliateId, beforeMinor: 1_000, afterMinor: 0 },
        ],
      },
    ]);
    expect(await world.balance(affiliateId)).toMatchObject({ availableMinor: 1_000 });
    const applied = await world.applyChange(campaignId, changeId, ...change);
    expect(applied.results).toEqual(previewed.results);
    expect(await world.balance(affiliateId)).toMatchObject({ availableMinor: 0 });
    expect(await world.balance(other)).toMatchObject({ availableMinor: 1_000 });
    const lowered = await probe.waitFor(
      commissionAdjusted,
      (one) => one.affiliateId === affiliateId,
    );
    expect(lowered.data).toMatchObject({
      creditMove: 'applied',
      adjustmentId: changeId,
      attributionChangeId: changeId,
      changeMinor: -1_000,
    });
    const line = await probe.waitFor(commissionCreated, (one) => one.affiliateId === other);
    expect(line.data).toMatchObject({ amountMinor: 1_000, attributionChangeId: changeId });
  });

  it('books nothing twice where a call that booked some of its batches is repeated', async () => {
    const { affiliateId, campaignId, approvals } = await orders(120);
    const [other, changeId] = [randomUUIDv7(), randomUUIDv7()];
    const change = allTo(other, approvals);
    await world.applyChange(campaignId, changeId, ...change.slice(0, 70));
    await Promise.all([1, 2, 3].map(() => world.applyChange(campaignId, changeId, ...change)));
    expect(await world.balance(affiliateId)).toMatchObject({ availableMinor: 0 });
    expect(await world.balance(other)).toMatchObject({ availableMinor: 120_000 });
    const ids = approvals.map(({ conversionId }) => conversionId);
    await world.undoChange(campaignId, changeId, ...ids.slice(0, 30));
    await Promise.all([1, 2, 3].map(() => world.undoChange(campaignId, changeId, ...ids)));
    // A repetition of the change that comes after its undo moves nothing.
    await world.applyChange(campaignId, changeId, ...change);
    expect(await world.balance(affiliateId)).toMatchObject({ availableMinor: 120_000 });
    expect(await world.balance(other)).toMatchObject({ availableMinor: 0 });
  });

  it('comes out right beside payouts and refunds of the same affiliates at the same time', async () => {
    const { affiliateId, campaignId, approvals } = await orders(60);
    const [other, changeId, payoutId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
    const refund = (approval: (typeof approvals)[number]) =>
      world.adjust({
        ...approval,
        adjustmentId: randomUUIDv7(),
        adjustmentType: 'refund',
        adjustmentMinor: 10_000,
        refundedMinor: 10_000,
        refundId: null,
        status: 'reversed',
      });
    await Promise.all([
      world.applyChange(campaignId, changeId, ...allTo(other, approvals)),
      world.reserve(affiliateId, 500, { payoutId }).catch(() => undefined),
      ...approvals.slice(0, 5).map(refund),
    ]);
    const ids = approvals.map(({ conversionId }) => conversionId);
    await Promise.all([
      world.undoChange(campaignId, changeId, ...ids),
      ...approvals.slice(5, 10).map(refund),
    ]);
    const { availableMinor, reservedMinor } = await world.balance(affiliateId);
    expect(availableMinor + reservedMinor).toBe(50_000);
    expect(await world.balance(other)).toMatchObject({ availableMinor: 0 });
  });

  it('shows the change in the trace and the list of each commission', async () => {
    const { affiliateId, campaignId, approvals } = await orders(1);
    const [other, changeId] = [randomUUIDv7(), randomUUIDv7()];
    await world.applyChange(campaignId, changeId, ...allTo(other, approvals));
    for (const [id, before, after] of [
      [affiliateId, 10, 0],
      [other, 0, 10],
    ] as const) {
      const caller = { role: 'affiliate', id } as const;
      const listed = await world.get('/api/affiliate/commissions', caller);
      const [commission] = listed.body as { id: string }[];
      expect(commission).toMatchObject({ amount: after, attribution_change_id: changeId });
      const path = `/api/commissions/${commission?.id ?? ''}/trace`;
      expect(await world.get(path, caller)).toMatchObject({
        body: {
          attribution_changes: [{ id: changeId, state: 'applied', before, after, owed_back: 0 }],
          commission: { attribution_change_id: changeId },
        },
      });
    }
    await world.undoChange(campaignId, changeId, approvals[0]?.conversionId ?? '');
    const undone = await probe.waitFor(
      commissionAdjusted,
      (one) => one.affiliateId === affiliateId && one.creditMove === 'undone',
    );
    expect(undone.data).toMatchObject({ adjustmentId: undoIdOf(changeId), changeMinor: 1_000 });
  });

  it('refuses conversions of another campaign and more than 500', async () => {
    const { approvals } = await orders(1);
    const change = allTo(randomUUIDv7(), approvals);
    const refused = world.applyChange(randomUUIDv7(), randomUUIDv7(), ...change);
    await expect(refused).rejects.toMatchObject({ code: 'conversion_not_found' });
    const many = Array.from({ length: 501 }, () => change[0]!);
    const tooMany = world.applyChange(randomUUIDv7(), randomUUIDv7(), ...many);
    await expect(tooMany).rejects.toMatchObject({ code: 'too_many_conversions' });
  });
});

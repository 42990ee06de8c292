import { randomUUIDv7 } from 'node:crypto';
import { anApprovedConversion, describeLedger } from '@tributary/testing';
import { openWorld, type World } from '../../testing/open-world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world.close();
});
afterEach(async () => {
  expect((await world.verify()).differences).toEqual([]);
});

const codeOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'no error',
    (error: unknown) => (error as { code: string }).code,
  );

const adjustmentOf = (approval: object, given: object) => ({
  ...approval,
  adjustmentId: randomUUIDv7(),
  adjustmentType: 'refund',
  adjustmentMinor: 10_000,
  refundedMinor: 10_000,
  refundId: null,
  status: 'reversed',
  ...given,
});

describe('CreateForConversions', () => {
  it('creates a commission once, however often it is requested in parallel', async () => {
    const approval = anApprovedConversion();
    const results = await Promise.all(Array.from({ length: 8 }, () => world.create(approval)));
    const created = results.flat().filter(({ commissionCreated }) => commissionCreated);
    expect(created).toHaveLength(1);
    const ids = new Set(results.flat().flatMap(({ commissionIds }) => commissionIds));
    expect(ids.size).toBe(1);
    expect(await world.balance(approval.affiliateId ?? '')).toMatchObject({
      availableMinor: 1_000,
    });
  });

  it('books 500 conversions of 12 affiliates in one call, each exactly', async () => {
    const affiliates = Array.from({ length: 12 }, () => randomUUIDv7());
    const approvals = Array.from({ length: 500 }, (_, index) =>
      anApprovedConversion({
        affiliateId: affiliates[index % 12] ?? '',
        valueMinor: 100 + 7 * index,
      }),
    );
    const results = await world.create(...approvals);
    expect(results.filter(({ commissionCreated }) => commissionCreated)).toHaveLength(500);
    expect(results.map(({ conversionId }) => conversionId)).toEqual(
      approvals.map(({ conversionId }) => conversionId),
    );
    const again = await world.create(...approvals);
    expect(again.filter(({ commissionCreated }) => commissionCreated)).toEqual([]);
  });

  it('creates one commission per credited affiliate, which add up to the whole', async () => {
    const [first = '', second = '', third = ''] = [1, 2, 3].map(() => randomUUIDv7());
    const shares = [first, second, third].map((affiliateId) => ({
      affiliateId,
      clickId: null,
      linkId: null,
      weight: 333_333_333_333,
      valueMinor: 3_333,
    }));
    const [result] = await world.create(anApprovedConversion({ shares }));
    expect(result?.commissionIds).toHaveLength(3);
    const balances = await Promise.all([first, second, third].map((id) => world.balance(id)));
    expect(balances.map(({ availableMinor }) => availableMinor)).toEqual([334, 333, 333]);
  });

  it('creates nothing where no affiliate is credited', async () => {
    const [result] = await world.create(anApprovedConversion({ affiliateId: null }));
    expect(result).toMatchObject({ commissionCreated: false, commissionIds: [] });
  });

  it('creates a commission that rounds to 0', async () => {
    const affiliateId = randomUUIDv7();
    await world.create(anApprovedConversion({ affiliateId, valueMinor: 1 }));
    const found = await world.collections.commissions.findOne({ affiliateId });
    expect(found).toMatchObject({ amountMinor: 0, status: 'approved' });
  });

  it('refuses a malformed conversion, naming the field, and more than 500', async () => {
    const { valueMinor: _value, ...incomplete } = anApprovedConversion();
    await expect(world.create(incomplete as never)).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('conversions.0.valueMinor') as string,
    });
    const many = Array.from({ length: 501 }, () => anApprovedConversion());
    expect(await codeOf(world.create(...many))).toBe('too_many_conversions');
  });
});

describeLedger('the commands of payouts', () => ({
  ...world,
  earn: async (affiliateId, ...amountsMinor) => {
    const ids: string[] = [];
    // The commission is 10 % of the conversion's value.
    for (const amountMinor of amountsMinor) {
      const conversion = anApprovedConversion({ affiliateId, valueMinor: amountMinor * 10 });
      const [result] = await world.create(conversion);
      ids.push(...(result?.commissionIds ?? []));
    }
    return ids;
  },
  reserve: async (affiliateId, amountMinor, given) =>
    (await world.reserve(affiliateId, amountMinor, given)).items,
}));

describe('Settle and Restore', () => {
  it('report how many commissions became paid, also to a repeated call', async () => {
    const affiliateId = randomUUIDv7();
    await world.approved(affiliateId, 10_000, 10_000);
    const payoutId = randomUUIDv7();
    await world.reserve(affiliateId, 1_500, { payoutId });
    const settled = await Promise.all([1, 2, 3, 4].map(() => world.settle(payoutId)));
    expect(settled.map(({ paidCommissions }) => paidCommissions)).toEqual([1, 1, 1, 1]);
  });

  it('make the earlier payout of a part the last one again when the newest is restored', async () => {
    const affiliateId = randomUUIDv7();
    await world.approved(affiliateId, 10_000);
    const [first, second] = [randomUUIDv7(), randomUUIDv7()];
    for (const payoutId of [first, second]) {
      await world.reserve(affiliateId, 500, { payoutId });
      await world.settle(payoutId);
    }
    const commission = () => world.collections.commissions.findOne({ affiliateId });
    expect(await commission()).toMatchObject({ status: 'paid', payoutId: second });
    await world.restore(second);
    const paidAgain = { status: 'approved', paidMinor: 500, payoutId: first };
    expect(await commission()).toMatchObject(paidAgain);
    await world.restore(first);
    expect(await commission()).toMatchObject({ paidMinor: 0, payoutId: null });
  });
});

describe('ApplyAdjustment', () => {
  it('reverses an unpaid and a paid commission, the latter as a debt that blocks payouts', async () => {
    const affiliateId = randomUUIDv7();
    const [paid, unpaid] = await world.approved(affiliateId, 10_000, 10_000);
    const payoutId = randomUUIDv7();
    await world.reserve(affiliateId, 1_000, { payoutId });
    await world.settle(payoutId);
    const reversal = adjustmentOf(paid ?? {}, {});
    const counts = { reversedCommissions: 1, adjustedCommissions: 0 };
    expect(await world.adjust(reversal)).toEqual(counts);
    expect(await world.adjust(reversal)).toEqual(counts);
    expect(await world.balance(affiliateId)).toMatchObject({ availableMinor: 0, paidMinor: 1_000 });
    expect(await codeOf(world.reserve(affiliateId, 1_000))).toBe('insufficient_balance');
    expect(await world.adjust(adjustmentOf(unpaid ?? {}, {}))).toEqual(counts);
    expect(await world.balance(affiliateId)).toMatchObject({ availableMinor: -1_000 });
    await world.approved(affiliateId, 30_000);
    expect(await world.balance(affiliateId)).toMatchObject({ availableMinor: 2_000 });
    await world.reserve(affiliateId, 2_000);
  });

  it('lowers by each partial refund until exactly 0 is left', async () => {
    const affiliateId = randomUUIDv7();
    const [approval] = await world.approved(affiliateId, 9_999);
    for (const refundedMinor of [3_333, 6_666, 9_999]) {
      const partial = { adjustmentType: 'partial_refund', status: 'approved', refundedMinor };
      await world.adjust(adjustmentOf(approval ?? {}, partial));
    }
    const found = await world.collections.commissions.findOne({ affiliateId });
    expect(found).toMatchObject({ amountMinor: 0, status: 'cancelled', earnedMinor: 1_000 });
    expect(await world.balance(affiliateId)).toMatchObject({ availableMinor: 0 });
  });

  it('conflicts with a concurrent approval, so that neither misses the other', async () => {
    const approvals = Array.from({ length: 10 }, () => anApprovedConversion());
    await Promise.all(
      approvals.flatMap((approval): Promise<unknown>[] => [
        world.create(approval),
        world.adjust(adjustmentOf(approval, {})),
      ]),
    );
    const ids = approvals.map(({ conversionId }) => conversionId);
    const found = await world.collections.commissions
      .find({ conversionId: { $in: ids } })
      .toArray();
    expect(found.map(({ status, amountMinor }) => [status, amountMinor])).toEqual(
      approvals.map(() => ['cancelled', 0]),
    );
  });
});

describe('orders that are judged again before they are paid', () => {
  const brand = (id: string) => ({ role: 'brand', id }) as const;
  const pathOf = (id: string): string => `/api/commissions/fraud-holds/${id}/review`;
  const commissionOf = async (conversionId: string) => {
    const found = await world.collections.commissions.findOne({ conversionId });
    if (found === null) throw new Error('There is no commission');
    return found;
  };
  /** An order on hold, whose days are over. */
  const anEndedHold = async (secondScore: number) => {
    const affiliateId = randomUUIDv7();
    const approval = anApprovedConversion({ affiliateId, valueMinor: 10_000 });
    const { conversionId } = approval;
    world.secondScores.set(conversionId, secondScore);
    await world.create({ ...approval, terms: { ...approval.terms, holdDays: 5 } });
    const past = { $set: { holdUntil: new Date(Date.now() - 1_000) } };
    await world.collections.commissions.updateOne({ conversionId }, past);
    return { affiliateId, conversionId };
  };

  it('are left out of payouts where they look like fraud, until their brand releases them', async () => {
    const affiliateId = randomUUIDv7();
    const [held, free] = await world.approved(affiliateId, 20_000, 10_000);
    const { brandId = '', conversionId = '' } = held ?? {};
    world.secondScores.set(conversionId, 0.8);
    expect(await codeOf(world.reserve(affiliateId, 3_000))).toBe('insufficient_balance');
    expect(await world.balance(affiliateId)).toMatchObject({ availableMinor: 1_000 });
    const { items } = await world.reserve(affiliateId, 1_000);
    // Attribution may not have learnt yet that the brand approved the order.
    expect(world.approvals.get(conversionId)).toBe(held?.reviewedAt);
    const taken = await commissionOf(free?.conversionId ?? '');
    expect(items).toEqual([{ commissionId: taken._id, amountMinor: 1_000 }]);

    const { _id: id } = await commissionOf(conversionId);
    const named = { commissionIds: [id] };
    expect(await codeOf(world.reserve(affiliateId, 2_000, named))).toBe('commission_held');
    const listed = await world.get('/api/commissions/fraud-holds', brand(brandId));
    expect(listed.body).toMatchObject([{ commission_id: id, is_held: true, fraud_score: 0.8 }]);
    const stranger = brand(randomUUIDv7());
    const decision = { decision: 'released' };
    expect(await world.get('/api/commissions/fraud-holds', stranger)).toMatchObject({ body: [] });
    expect(await world.send('POST', pathOf(id), stranger, decision)).toMatchObject({ status: 404 });
    const released = await world.send('POST', pathOf(id), brand(brandId), decision);
    expect(released).toMatchObject({ status: 200, body: { is_held: false, status: 'approved' } });
    const again = await world.send('POST', pathOf(id), brand(brandId), { decision: 'refused' });
    expect(again.body).toEqual(released.body);
    await world.reserve(affiliateId, 2_000);
  });

  it('delay a payout while attribution is away, with that reason, and reserve nothing', async () => {
    const affiliateId = randomUUIDv7();
    const [order] = await world.approved(affiliateId, 10_000);
    const payoutId = randomUUIDv7();
    world.attributionFaults.isAway = true;
    try {
      const refused = codeOf(world.reserve(affiliateId, 1_000, { payoutId }));
      expect(await refused).toBe('fraud_check_pending');
      expect(await world.balance(affiliateId)).toMatchObject({ reservedMinor: 0 });
      const { _id: id } = await commissionOf(order?.conversionId ?? '');
      const trace = await world.get(`/api/commissions/${id}/trace`, { role: 'admin' });
      expect(trace.body).toMatchObject({ commission: { hold_reason: 'fraud_check_pending' } });
    } finally {
      world.attributionFaults.isAway = false;
    }
    await Promise.all([1, 2, 3].map(() => world.reserve(affiliateId, 1_000, { payoutId })));
    expect(await world.balance(affiliateId)).toMatchObject({ reservedMinor: 1_000 });
  });

  it('stay pending after their hold where they look like fraud, and can be refused', async () => {
    const { affiliateId, conversionId } = await anEndedHold(0.9);
    await world.endHolds();
    const { _id: id, brandId } = await commissionOf(conversionId);
    expect(await commissionOf(conversionId)).toMatchObject({
      status: 'pending',
      holdReason: 'fraud_review',
      verdict: { fraudScore: 0.9, isHeld: true },
    });
    const refused = await world.send('POST', pathOf(id), brand(brandId), { decision: 'refused' });
    expect(refused).toMatchObject({ body: { is_held: false, status: 'rejected', amount: 0 } });
    expect(await world.balance(affiliateId)).toMatchObject({ pendingMinor: 0, availableMinor: 0 });
  });

  it('go on after their hold once they look well, or are released', async () => {
    const { affiliateId, conversionId } = await anEndedHold(0);
    world.attributionFaults.unknown.add(conversionId);
    await world.endHolds();
    expect(await commissionOf(conversionId)).toMatchObject({
      status: 'pending',
      holdReason: 'fraud_check_pending',
    });
    world.attributionFaults.unknown.delete(conversionId);
    await world.endHolds();
    expect(await world.balance(affiliateId)).toMatchObject({ availableMinor: 1_000 });

    const flagged = await anEndedHold(0.7);
    await world.endHolds();
    const { _id: id, brandId } = await commissionOf(flagged.conversionId);
    await world.send('POST', pathOf(id), brand(brandId), { decision: 'released' });
    await world.endHolds();
    expect(await world.balance(flagged.affiliateId)).toMatchObject({ availableMinor: 1_000 });
  });
});

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

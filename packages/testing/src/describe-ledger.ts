import { randomUUIDv7 } from 'node:crypto';

interface LedgerItem {
  readonly commissionId: string;
  readonly amountMinor: number;
}

/** A ledger of commissions, as the conformance suite drives it. Amounts are US cents. */
export interface LedgerSubject {
  /** Adds approved commissions of these amounts, the oldest first. Returns their ids. */
  readonly earn: (affiliateId: string, ...amountsMinor: readonly number[]) => Promise<string[]>;
  readonly reserve: (
    affiliateId: string,
    amountMinor: number,
    given: {
      readonly payoutId: string;
      readonly commissionIds?: string[];
      readonly attempt?: number;
    },
  ) => Promise<readonly LedgerItem[]>;
  readonly settle: (payoutId: string) => Promise<unknown>;
  readonly release: (payoutId: string, attempt?: number) => Promise<unknown>;
  readonly restore: (payoutId: string) => Promise<unknown>;
  readonly balance: (affiliateId: string) => Promise<{
    readonly availableMinor: number;
    readonly reservedMinor: number;
    readonly paidMinor: number;
  }>;
}

const codeOf = async (command: Promise<unknown>): Promise<string> =>
  command.then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  );

const aPayoutId = (): { readonly payoutId: string } => ({ payoutId: randomUUIDv7() });

/**
 * The rules of the ledger's commands, as tests: payout relies on them, and its tests use a ledger of their own that
 * must obey the same rules.
 */
export function describeLedger(name: string, subjectOf: () => LedgerSubject): void {
  describe(name, () => {
    describeReserve(subjectOf);
    describeEnds(subjectOf);
    describeAttempts(subjectOf);
  });
}

function describeReserve(subjectOf: () => LedgerSubject): void {
  it('reserves the oldest commissions, the last one in part', async () => {
    const { earn, reserve, balance } = subjectOf();
    const affiliateId = randomUUIDv7();
    const [first = '', second = ''] = await earn(affiliateId, 1_000, 2_000, 3_000);
    expect(await reserve(affiliateId, 1_500, aPayoutId())).toEqual([
      { commissionId: first, amountMinor: 1_000 },
      { commissionId: second, amountMinor: 500 },
    ]);
    const reserved = { availableMinor: 4_500, reservedMinor: 1_500, paidMinor: 0 };
    expect(await balance(affiliateId)).toMatchObject(reserved);
  });

  it('never reserves more than the balance for 50 concurrent payouts', async () => {
    const { earn, reserve, balance } = subjectOf();
    const affiliateId = randomUUIDv7();
    await earn(affiliateId, 3_000, 5_000, 2_000);
    const commands = Array.from({ length: 50 }, () => reserve(affiliateId, 500, aPayoutId()));
    const codes = await Promise.all(commands.map(codeOf));
    expect(codes.filter((code) => code === 'done')).toHaveLength(20);
    expect(codes.filter((code) => code === 'insufficient_balance')).toHaveLength(30);
    const reserved = { availableMinor: 0, reservedMinor: 10_000 };
    expect(await balance(affiliateId)).toMatchObject(reserved);
  });

  it('reserves once per payout, however often it is requested at once, and on the same terms only', async () => {
    const { earn, reserve, balance } = subjectOf();
    const affiliateId = randomUUIDv7();
    await earn(affiliateId, 10_000);
    const payout = aPayoutId();
    const commands = Array.from({ length: 10 }, () => reserve(affiliateId, 600, payout));
    const answers = await Promise.all(commands);
    expect(new Set(answers.map((items) => JSON.stringify(items))).size).toBe(1);
    expect(await balance(affiliateId)).toMatchObject({ reservedMinor: 600 });
    expect(await codeOf(reserve(affiliateId, 700, payout))).toBe('payout_id_reused');
  });

  it('takes only the named commissions, and all of their unpaid parts', async () => {
    const { earn, reserve } = subjectOf();
    const affiliateId = randomUUIDv7();
    const [, second = ''] = await earn(affiliateId, 1_000, 1_000);
    const named = () => ({ ...aPayoutId(), commissionIds: [second] });
    expect(await codeOf(reserve(affiliateId, 999, named()))).toBe('amount_mismatch');
    expect(await codeOf(reserve(randomUUIDv7(), 1_000, named()))).toBe('commission_not_found');
    const items = [{ commissionId: second, amountMinor: 1_000 }];
    expect(await reserve(affiliateId, 1_000, named())).toEqual(items);
    const taken = await codeOf(reserve(affiliateId, 1_000, named()));
    expect(taken).toBe('commission_in_another_payout');
  });

  it('refuses an amount of 0', async () => {
    expect(await codeOf(subjectOf().reserve(randomUUIDv7(), 0, aPayoutId()))).toBe(
      'invalid_amount',
    );
  });
}

function describeEnds(subjectOf: () => LedgerSubject): void {
  /** Runs a command several times at once. */
  const often = (command: () => Promise<unknown>) => Promise.all([1, 2, 3].map(command));

  it('settles once, and then releases nothing', async () => {
    const { earn, reserve, settle, release, balance } = subjectOf();
    const affiliateId = randomUUIDv7();
    await earn(affiliateId, 1_000, 1_000);
    const payout = aPayoutId();
    await reserve(affiliateId, 1_500, payout);
    await often(() => settle(payout.payoutId));
    expect(await codeOf(release(payout.payoutId))).toBe('reservation_settled');
    const paid = { availableMinor: 500, reservedMinor: 0, paidMinor: 1_500 };
    expect(await balance(affiliateId)).toMatchObject(paid);
  });

  it('releases once, and then settles nothing', async () => {
    const { earn, reserve, settle, release, balance } = subjectOf();
    const affiliateId = randomUUIDv7();
    await earn(affiliateId, 1_000, 1_000);
    const payout = aPayoutId();
    await reserve(affiliateId, 2_000, payout);
    await often(() => release(payout.payoutId));
    expect(await codeOf(settle(payout.payoutId))).toBe('reservation_released');
    const free = { availableMinor: 2_000, reservedMinor: 0, paidMinor: 0 };
    expect(await balance(affiliateId)).toMatchObject(free);
  });

  it('restores a settled payout once, and then reserves nothing for it', async () => {
    const { earn, reserve, settle, restore, balance } = subjectOf();
    const affiliateId = randomUUIDv7();
    await earn(affiliateId, 1_000, 1_000);
    const payout = aPayoutId();
    await reserve(affiliateId, 1_500, payout);
    expect(await codeOf(restore(payout.payoutId))).toBe('reservation_not_settled');
    await settle(payout.payoutId);
    await often(() => restore(payout.payoutId));
    await settle(payout.payoutId);
    expect(await codeOf(reserve(affiliateId, 1_500, payout))).toBe('reservation_restored');
    const free = { availableMinor: 2_000, reservedMinor: 0, paidMinor: 0 };
    expect(await balance(affiliateId)).toMatchObject(free);
  });

  it('settles and restores nothing that was never reserved', async () => {
    const { settle, restore } = subjectOf();
    expect(await codeOf(settle(randomUUIDv7()))).toBe('reservation_not_found');
    expect(await codeOf(restore(randomUUIDv7()))).toBe('reservation_not_found');
  });
}

function describeAttempts(subjectOf: () => LedgerSubject): void {
  it('reserves nothing after the release of a payout that was not reserved', async () => {
    const { earn, reserve, release } = subjectOf();
    const affiliateId = randomUUIDv7();
    await earn(affiliateId, 1_000);
    const payout = aPayoutId();
    await release(payout.payoutId);
    expect(await codeOf(reserve(affiliateId, 1_000, payout))).toBe('reservation_released');
  });

  it('reserves nothing for an attempt that was released, and again for the next', async () => {
    const { earn, reserve, release, balance } = subjectOf();
    const affiliateId = randomUUIDv7();
    await earn(affiliateId, 1_000);
    const payout = aPayoutId();
    const attempt = (number: number) => reserve(affiliateId, 1_000, { ...payout, attempt: number });
    await attempt(1);
    await release(payout.payoutId, 1);
    expect(await codeOf(attempt(1))).toBe('reservation_released');
    await attempt(2);
    expect(await balance(affiliateId)).toMatchObject({ availableMinor: 0, reservedMinor: 1_000 });
  });

  it('releases nothing of a later attempt', async () => {
    const { earn, reserve, release, balance } = subjectOf();
    const affiliateId = randomUUIDv7();
    await earn(affiliateId, 1_000);
    const payout = aPayoutId();
    await release(payout.payoutId, 1);
    await reserve(affiliateId, 1_000, { ...payout, attempt: 2 });
    await release(payout.payoutId, 1);
    expect(await balance(affiliateId)).toMatchObject({ availableMinor: 0, reservedMinor: 1_000 });
    await release(payout.payoutId, 2);
    expect(await codeOf(reserve(affiliateId, 1_000, { ...payout, attempt: 2 }))).toBe(
      'reservation_released',
    );
    expect(await balance(affiliateId)).toMatchObject({ availableMinor: 1_000, reservedMinor: 0 });
  });
}

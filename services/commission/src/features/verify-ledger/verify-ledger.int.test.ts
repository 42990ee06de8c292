import { randomUUIDv7 } from 'node:crypto';
import { anApprovedConversion } from '@tributary/testing';
import { openWorld, type World } from '../../testing/open-world.ts';

let world: World;
const affiliateId = randomUUIDv7();
beforeAll(async () => {
  world = await openWorld();
  await world.approved(affiliateId, 10_000, 20_000, 30_000);
  const payoutId = randomUUIDv7();
  await world.reserve(affiliateId, 2_500, { payoutId });
  await world.settle(payoutId);
  await world.reserve(affiliateId, 1_000);
});
afterAll(async () => {
  await world.close();
});

type Name =
  | 'entries'
  | 'accounts'
  | 'balances'
  | 'commissions'
  | 'conversions'
  | 'transactions'
  | 'reservations'
  | 'affiliateSums';

/** Changes one stored record, verifies, and restores the record. */
async function tamper(name: Name, update: object): Promise<readonly string[]> {
  const collection = world.collections[name];
  const [original] = await collection.find({}).sort({ _id: 1 }).limit(1).toArray();
  if (original === undefined) throw new Error(`No ${name}`);
  const filter = { _id: original._id };
  await collection.updateOne(filter, update);
  const { balanced, differences } = await world.verify();
  await collection.replaceOne(filter, original as never);
  expect(balanced).toBe(differences.length === 0);
  return [...new Set(differences.map(({ check }) => check))];
}

describe('the verification of the ledger', () => {
  it('finds no difference in an unchanged ledger, and counts its entries', async () => {
    expect(await world.verify()).toEqual({
      balanced: true,
      // Three commissions and two reserves with two entries each, and one settlement with four.
      entries: 14,
      accounts: 7,
      differences: [],
    });
  });

  it.each([
    ['an entry’s amount', 'entries', { $inc: { amountMinor: 1 } }, 'hash'],
    ['an entry’s time', 'entries', { $set: { at: new Date(0) } }, 'hash'],
    ['an entry’s number', 'entries', { $inc: { seq: 1 } }, 'sequence'],
    ['an account’s end', 'accounts', { $inc: { balanceMinor: 5 } }, 'account'],
    ['a balance', 'balances', { $inc: { availableMinor: 5 } }, 'balance'],
    ['a commission’s amount', 'commissions', { $inc: { amountMinor: 5 } }, 'commission'],
    ['a commission’s status', 'commissions', { $set: { status: 'pending' } }, 'commission'],
    ['what is paid of a commission', 'commissions', { $inc: { paidMinor: -5 } }, 'reservation'],
    ['what a commission earned', 'commissions', { $inc: { earnedMinor: 5 } }, 'earning'],
    ['what it was earned on', 'commissions', { $inc: { saleMinor: 5 } }, 'earning'],
    ['what it was earned on, below zero', 'commissions', { $set: { saleMinor: -5 } }, 'earning'],
    ['its rate', 'commissions', { $set: { 'terms.value': '11' } }, 'earning'],
    ['the frozen rate', 'conversions', { $set: { 'basis.terms.value': '11' } }, 'earning'],
    [
      'the frozen rate, to no number',
      'conversions',
      { $set: { 'basis.terms.value': 'x' } },
      'earning',
    ],
    ['what it was earned by', 'conversions', { $set: { basis: null } }, 'earning'],
    ['a refund', 'conversions', { $inc: { refundedMinor: 100 } }, 'earning'],
    ['which commissions there are', 'conversions', { $set: { commissionIds: [] } }, 'earning'],
    ['a transaction’s currency', 'transactions', { $set: { currency: 'EUR' } }, 'transaction'],
    ['a sum that is kept for views', 'affiliateSums', { $inc: { amountMinor: 5 } }, 'sum'],
    [
      'what a commission is worth, to no number',
      'commissions',
      { $set: { worthMinor: 'x', entitledMinor: 5 } },
      'sum',
    ],
    ['what a commission is worth', 'commissions', { $inc: { worthMinor: 5 } }, 'sum'],
    ['a payout’s state', 'reservations', { $set: { state: 'released' } }, 'reservation'],
  ] as const)('finds %s that was changed', async (_what, name, update, check) => {
    expect(await tamper(name, update)).toContain(check);
  });

  it('finds a removed entry', async () => {
    const [last] = await world.collections.entries.find({}).sort({ _id: -1 }).limit(1).toArray();
    if (last === undefined) throw new Error('No entries');
    await world.collections.entries.deleteOne({ _id: last._id });
    const { balanced, differences } = await world.verify();
    await world.collections.entries.insertOne(last);
    expect(balanced).toBe(false);
    expect(differences.map(({ check }) => check)).toContain('transaction');
  });

  it('finds a clearing account of the platform that is not zero', async () => {
    const { entries } = world.collections;
    const last = await entries.findOne({ account: /^platform:clearing:/ }, { sort: { _id: -1 } });
    if (last === null) throw new Error('No clearing');
    await entries.updateOne({ _id: last._id }, { $inc: { amountMinor: 1 } });
    const { differences } = await world.verify();
    await entries.replaceOne({ _id: last._id }, last);
    expect(differences).toContainEqual({
      check: 'clearing',
      at: `platform:clearing:${affiliateId}/USD`,
      expected: '0',
      found: '1',
    });
  });

  it('accepts ledgers written before the platform had a clearing account', async () => {
    const { entries, transactions } = world.collections;
    const clearing = await entries.find({ account: /^platform:/ }).toArray();
    const [{ transactionId: settled } = { transactionId: '' }] = clearing;
    const heads = await world.collections.accounts.find({ account: /^platform:/ }).toArray();
    await entries.deleteMany({ account: /^platform:/ });
    await world.collections.accounts.deleteMany({ account: /^platform:/ });
    await transactions.updateOne({ _id: settled }, { $inc: { entryCount: -2 } });
    const report = await world.verify();
    await entries.insertMany(clearing);
    await world.collections.accounts.insertMany(heads);
    await transactions.updateOne({ _id: settled }, { $inc: { entryCount: 2 } });
    expect(report).toEqual({ balanced: true, entries: 12, accounts: 6, differences: [] });
  });

  it('is for admins only', async () => {
    const { status, body } = await world.get('/api/admin/ledger/verify', { role: 'admin' });
    expect({ status, body }).toMatchObject({ status: 200, body: { balanced: true, entries: 14 } });
    const denied = await world.get('/api/admin/ledger/verify', { role: 'affiliate' });
    expect(denied.status).toBe(403);
  });
});

describe('the verification during bookings', () => {
  it('reads the whole ledger as of one moment, whatever is booked meanwhile', async () => {
    const busy = await openWorld({ HOLD_CHECK_MS: '20' });
    const terms = { type: 'percentage', value: '10', currency: 'USD', holdDays: 1 } as const;
    const reviewedAt = new Date(Date.now() - 86_401_000).toISOString();
    const affiliates = Array.from({ length: 4 }, () => randomUUIDv7());
    for (let round = 0; round < 10; round += 1) {
      const orders = Array.from({ length: 60 }, (_, index) =>
        anApprovedConversion({ affiliateId: affiliates[index % 4] ?? '', terms, reviewedAt }),
      );
      await busy.create(...orders);
      // Their holds end during the verification.
      expect((await busy.verify()).differences).toEqual([]);
    }
    await busy.close();
  }, 120_000);
});

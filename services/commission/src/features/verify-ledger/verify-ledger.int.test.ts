import { randomUUIDv7 } from 'node:crypto';
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

type Name = 'entries' | 'accounts' | 'balances' | 'commissions' | 'transactions' | 'reservations';

/** Changes one record behind the ledger's back, audits, and puts it right again. */
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
  it('finds nothing in books that nobody touched, and counts them', async () => {
    expect(await world.verify()).toEqual({
      balanced: true,
      // Three earned, one settled and two reserved, with two entries each.
      entries: 12,
      accounts: 6,
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
    ['a transaction’s currency', 'transactions', { $set: { currency: 'EUR' } }, 'transaction'],
    ['a payout’s state', 'reservations', { $set: { state: 'released' } }, 'reservation'],
  ] as const)('finds %s that was changed', async (_what, name, update, check) => {
    expect(await tamper(name, update)).toContain(check);
  });

  it('finds an entry that was taken out', async () => {
    const [last] = await world.collections.entries.find({}).sort({ _id: -1 }).limit(1).toArray();
    if (last === undefined) throw new Error('No entries');
    await world.collections.entries.deleteOne({ _id: last._id });
    const { balanced, differences } = await world.verify();
    await world.collections.entries.insertOne(last);
    expect(balanced).toBe(false);
    expect(differences.map(({ check }) => check)).toContain('transaction');
  });

  it('answers an admin, and nobody else', async () => {
    const { status, body } = await world.get('/api/admin/ledger/verify', { role: 'admin' });
    expect({ status, body }).toMatchObject({ status: 200, body: { balanced: true, entries: 12 } });
    const denied = await world.get('/api/admin/ledger/verify', { role: 'affiliate' });
    expect(denied.status).toBe(403);
  });
});

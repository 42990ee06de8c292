import { type Payment, readProviderBooks } from '../provider-books.ts';
import { type Check, type Finding, num, type Row, text, type World } from '../world.ts';

const HIDDEN = ['void'];
const IN_FLIGHT = ['held', 'submitting', 'sent', 'settling', 'releasing', 'refusing'];
const payouts = (world: World) => world.collection('payout', 'payouts');

interface Item {
  readonly commissionId: string;
  readonly amountMinor: number;
}

async function amountsAreSums(world: World): Promise<Finding> {
  let looked = 0;
  const problems: string[] = [];
  const reserved = payouts(world).find({
    step: { $nin: [...HIDDEN, 'reserving', 'voiding', 'retrying'] },
  });
  for await (const row of reserved) {
    looked += 1;
    const items = (row['items'] ?? []) as Item[];
    const sum = items.reduce((total, { amountMinor }) => total + amountMinor, 0);
    if (sum !== num(row['amountMinor'])) {
      problems.push(`payout ${text(row._id)}: its commissions give ${String(sum)}`);
    }
    if (num(row['feeMinor']) > num(row['amountMinor'])) {
      problems.push(`payout ${text(row._id)}: its fee is larger than its amount`);
    }
  }
  return { looked, problems };
}

/** Which reservation each step must have; steps on their way may have either side's. */
const expectedStates: Readonly<Record<string, readonly (string | undefined)[]>> = {
  held: ['reserved'],
  submitting: ['reserved'],
  sent: ['reserved'],
  settling: ['reserved', 'settled'],
  completed: ['settled'],
  releasing: ['reserved', 'released'],
  refusing: ['reserved', 'released'],
  retrying: ['reserved', 'released'],
  withdrawing: ['reserved', 'released'],
  failed: ['released'],
  voiding: ['reserved', 'released', undefined],
  void: ['released', undefined],
  restoring: ['settled', 'restored'],
  reversed: ['restored'],
};

async function reservationsFit(world: World): Promise<Finding> {
  const states = new Map<string, string>();
  for await (const { _id, state } of world.collection('commission', 'reservations').find()) {
    states.set(text(_id), text(state));
  }
  let looked = 0;
  const problems: string[] = [];
  for await (const { _id, step } of payouts(world).find({}, { projection: { step: 1 } })) {
    looked += 1;
    const state = states.get(text(_id));
    states.delete(text(_id));
    const expected = expectedStates[text(step)];
    if (expected !== undefined && !expected.includes(state)) {
      problems.push(`payout ${text(_id)} is ${text(step)}, its reservation ${state ?? 'missing'}`);
    }
  }
  for (const [id, state] of states) {
    if (state !== 'released') problems.push(`reservation ${id} is ${state} for no payout`);
  }
  return { looked, problems };
}

async function nothingLeftReserved(world: World): Promise<Finding> {
  const [reserved] = await world
    .collection('commission', 'balances')
    .aggregate<{ sum: number }>([{ $group: { _id: null, sum: { $sum: '$reservedMinor' } } }])
    .toArray();
  const [flying] = await payouts(world)
    .aggregate<{ sum: number; count: number }>([
      { $match: { step: { $in: IN_FLIGHT } } },
      { $group: { _id: null, sum: { $sum: '$amountMinor' }, count: { $sum: 1 } } },
    ])
    .toArray();
  const [kept, expected] = [reserved?.sum ?? 0, flying?.sum ?? 0];
  const problems =
    kept === expected
      ? []
      : [`${String(kept)} is set aside, payouts under way have ${String(expected)}`];
  return { looked: flying?.count ?? 0, problems };
}

/** What the provider must have of a payout that rests; of one under way it may have anything. */
const restingStates: Readonly<Record<string, readonly (Payment['state'] | 'none')[]>> = {
  completed: ['paid'],
  // A failure that the provider tells after it had paid counts as taken back.
  reversed: ['reversed', 'failed'],
  held: ['none', 'failed'],
  failed: ['none', 'failed', 'reversed'],
  void: ['none'],
};

const isAlive = ({ state }: Payment): boolean => state === 'paid' || state === 'pending';

/** The payment that says how a payout stands; those of tries that failed are the last to. */
const countingOf = (payments: readonly Payment[]): Payment | undefined =>
  payments.find(isAlive) ?? payments.find(({ state }) => state === 'reversed') ?? payments[0];

/** How a payout's payments disagree with it; those of tries that failed are among them. */
function paymentProblems(payout: Row, payments: readonly Payment[]): string[] {
  const [id, step] = [text(payout._id), text(payout['step'])];
  const alive = payments.filter(isAlive);
  const problems: string[] = [];
  if (alive.length > 1) problems.push(`payout ${id} was paid ${String(alive.length)} times`);
  const counting = countingOf(payments);
  const state = counting?.state ?? 'none';
  const allowed = restingStates[step];
  if (allowed !== undefined && !allowed.includes(state)) {
    problems.push(`payout ${id} is ${step}, its payment at the provider ${state}`);
  }
  const net = num(payout['amountMinor']) - num(payout['feeMinor']);
  if (counting !== undefined && counting.state !== 'failed' && counting.amountMinor !== net) {
    const paid = String(counting.amountMinor);
    problems.push(`payout ${id}: the provider has ${paid}, not ${String(net)}`);
  }
  return problems;
}

/** The providers' books against ours, payment by payment. */
async function providersAgree(world: World): Promise<Finding> {
  if (world.sandboxUrl === undefined) return { looked: 0, problems: [] };
  const books = await readProviderBooks(world.sandboxUrl);
  let looked = 0;
  const problems: string[] = [];
  for await (const payout of payouts(world).find()) {
    looked += 1;
    problems.push(...paymentProblems(payout, books.get(text(payout._id)) ?? []));
  }
  return { looked, problems };
}

export const payoutChecks: readonly Check[] = [
  { name: 'a payout’s amount is the sum of its commissions', run: amountsAreSums },
  { name: 'reservations fit the payouts’ states', run: reservationsFit },
  { name: 'what is set aside belongs to payouts under way', run: nothingLeftReserved },
  { name: 'the providers’ payments agree with our payouts', run: providersAgree },
];

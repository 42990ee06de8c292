import { type Payment, readProviderBooks } from '../provider-books.ts';
import { type Check, type Finding, num, type Row, text, type SystemData } from '../system-data.ts';

const HIDDEN = ['void'];
const IN_FLIGHT = ['held', 'submitting', 'sent', 'settling', 'releasing', 'refusing'];
const payouts = (systemData: SystemData) => systemData.collection('payout', 'payouts');

interface Item {
  readonly commissionId: string;
  readonly amountMinor: number;
}

async function amountsAreSums(systemData: SystemData): Promise<Finding> {
  let checked = 0;
  const problems: string[] = [];
  const reserved = payouts(systemData).find({
    step: { $nin: [...HIDDEN, 'reserving', 'voiding', 'retrying'] },
  });
  for await (const row of reserved) {
    checked += 1;
    const items = (row['items'] ?? []) as Item[];
    const sum = items.reduce((total, { amountMinor }) => total + amountMinor, 0);
    if (sum !== num(row['amountMinor'])) {
      problems.push(`payout ${text(row._id)}: its commissions give ${String(sum)}`);
    }
    if (num(row['feeMinor']) > num(row['amountMinor'])) {
      problems.push(`payout ${text(row._id)}: its fee is larger than its amount`);
    }
  }
  return { checked, problems };
}

/** The reservation states allowed in each step; a transitional step allows those before and after it. */
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

async function reservationsFit(systemData: SystemData): Promise<Finding> {
  const states = new Map<string, string>();
  for await (const { _id, state } of systemData.collection('commission', 'reservations').find()) {
    states.set(text(_id), text(state));
  }
  let checked = 0;
  const problems: string[] = [];
  for await (const { _id, step } of payouts(systemData).find({}, { projection: { step: 1 } })) {
    checked += 1;
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
  return { checked, problems };
}

async function nothingLeftReserved(systemData: SystemData): Promise<Finding> {
  const [reserved] = await systemData
    .collection('commission', 'balances')
    .aggregate<{ sum: number }>([{ $group: { _id: null, sum: { $sum: '$reservedMinor' } } }])
    .toArray();
  const [inFlight] = await payouts(systemData)
    .aggregate<{ sum: number; count: number }>([
      { $match: { step: { $in: IN_FLIGHT } } },
      { $group: { _id: null, sum: { $sum: '$amountMinor' }, count: { $sum: 1 } } },
    ])
    .toArray();
  const [actual, expected] = [reserved?.sum ?? 0, inFlight?.sum ?? 0];
  const problems =
    actual === expected
      ? []
      : [`${String(actual)} is reserved, payouts in flight have ${String(expected)}`];
  return { checked: inFlight?.count ?? 0, problems };
}

/** The payment states allowed at the provider in each stable step; other steps allow any. */
const stableStates: Readonly<Record<string, readonly (Payment['state'] | 'none')[]>> = {
  completed: ['paid'],
  // A failure that the provider reports after it had paid counts as a reversal.
  reversed: ['reversed', 'failed'],
  held: ['none', 'failed'],
  failed: ['none', 'failed', 'reversed'],
  void: ['none'],
};

const isActive = ({ state }: Payment): boolean => state === 'paid' || state === 'pending';

/** The payment that determines a payout's state; a failed attempt counts only if there is no other. */
const decisivePayment = (payments: readonly Payment[]): Payment | undefined =>
  payments.find(isActive) ?? payments.find(({ state }) => state === 'reversed') ?? payments[0];

/** The differences between a payout and its payments, which include failed attempts. */
function paymentProblems(payout: Row, payments: readonly Payment[]): string[] {
  const [id, step] = [text(payout._id), text(payout['step'])];
  const active = payments.filter(isActive);
  const problems: string[] = [];
  if (active.length > 1) problems.push(`payout ${id} was paid ${String(active.length)} times`);
  const payment = decisivePayment(payments);
  const state = payment?.state ?? 'none';
  const allowed = stableStates[step];
  if (allowed !== undefined && !allowed.includes(state)) {
    problems.push(`payout ${id} is ${step}, its payment at the provider ${state}`);
  }
  const net = num(payout['amountMinor']) - num(payout['feeMinor']);
  if (payment !== undefined && payment.state !== 'failed' && payment.amountMinor !== net) {
    const paid = String(payment.amountMinor);
    problems.push(`payout ${id}: the provider has ${paid}, not ${String(net)}`);
  }
  return problems;
}

/** Compares the providers' books with our payouts, payment by payment. */
async function providersAgree(systemData: SystemData): Promise<Finding> {
  const { sandboxUrl, providerKeys } = systemData;
  if (sandboxUrl === undefined) return { checked: 0, problems: [] };
  const books = await readProviderBooks(sandboxUrl, providerKeys);
  let checked = 0;
  const problems: string[] = [];
  for await (const payout of payouts(systemData).find()) {
    checked += 1;
    problems.push(...paymentProblems(payout, books.get(text(payout._id)) ?? []));
  }
  return { checked, problems };
}

export const payoutChecks: readonly Check[] = [
  { name: 'a payout’s amount is the sum of its commissions', run: amountsAreSums },
  { name: 'reservations fit the payouts’ states', run: reservationsFit },
  { name: 'reserved amounts belong to payouts in flight', run: nothingLeftReserved },
  { name: 'the providers’ payments agree with our payouts', run: providersAgree },
];

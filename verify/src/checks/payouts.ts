import { z } from 'zod';
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

const transferList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      amount: z.int(),
      status: z.string(),
      metadata: z.record(z.string(), z.string()),
    }),
  ),
  has_more: z.boolean(),
});
type Transfer = z.output<typeof transferList>['data'][number];

async function listTransfers(sandboxUrl: string): Promise<Transfer[]> {
  const all: Transfer[] = [];
  for (;;) {
    const after = all.at(-1)?.id;
    const query = `limit=500${after === undefined ? '' : `&starting_after=${after}`}`;
    const response = await fetch(`${sandboxUrl}/cardproc/v1/transfers?${query}`, {
      headers: {
        authorization: `Bearer ${process.env['CARDPROC_API_KEY'] ?? 'sandbox-cardproc-key'}`,
      },
    });
    const page = transferList.parse(await response.json());
    all.push(...page.data);
    if (!page.has_more) return all;
  }
}

/** What the provider must say of a payout in a step; undefined where both are right for a moment. */
const providerStates: Readonly<Record<string, string>> = {
  completed: 'paid',
  reversed: 'reversed',
};

function transferProblems(payout: Row, transfers: readonly Transfer[]): string[] {
  const id = text(payout._id);
  const alive = transfers.filter(({ status }) => status !== 'failed');
  const found = alive.length > 1 ? [`payout ${id} was paid ${String(alive.length)} times`] : [];
  const expected = providerStates[text(payout['step'])];
  const [transfer] = alive;
  if (expected === undefined) {
    const isOver = ['failed', 'void'].includes(text(payout['step']));
    if (isOver && transfer !== undefined) found.push(`payout ${id} failed and was paid`);
    return found;
  }
  const net = num(payout['amountMinor']) - num(payout['feeMinor']);
  if (transfer?.amount !== net) {
    found.push(`payout ${id}: the provider paid ${String(transfer?.amount)}, not ${String(net)}`);
  }
  return found;
}

/** The card processor's books against ours, transfer by transfer. */
async function providerAgrees(world: World): Promise<Finding> {
  if (world.sandboxUrl === undefined) return { looked: 0, problems: [] };
  const byPayout = Map.groupBy(
    await listTransfers(world.sandboxUrl),
    ({ metadata }) => metadata['payout_id'] ?? '',
  );
  let looked = 0;
  const problems: string[] = [];
  for await (const payout of payouts(world).find({ provider: 'cardproc_connect' })) {
    looked += 1;
    problems.push(...transferProblems(payout, byPayout.get(text(payout._id)) ?? []));
  }
  return { looked, problems };
}

export const payoutChecks: readonly Check[] = [
  { name: 'a payout’s amount is the sum of its commissions', run: amountsAreSums },
  { name: 'reservations fit the payouts’ states', run: reservationsFit },
  { name: 'what is set aside belongs to payouts under way', run: nothingLeftReserved },
  { name: 'the provider’s transfers agree with ours', run: providerAgrees },
];

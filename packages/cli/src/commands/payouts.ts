import { type Call, type Command } from '../command.ts';
import { fields, money, table, take } from '../table.ts';
import { LIMIT, limitOf } from './limits.ts';

async function list(call: Call): Promise<void> {
  const found = await take(call.client().payouts.list(), limitOf(call));
  call.print(found, () =>
    table(found, [
      ['ID', ({ id }) => id],
      ['AMOUNT', ({ amount, currency }) => money(amount, currency)],
      ['FEE', ({ fee_amount, currency }) => money(fee_amount, currency)],
      ['STATUS', (one) => one.status],
      ['PROVIDER', ({ provider }) => provider],
      ['CREATED', ({ created_at }) => created_at],
      ['ARRIVED', ({ arrived_at }) => arrived_at],
    ]),
  );
}

export const payoutCommands: readonly Command[] = [
  {
    name: 'payouts list',
    summary: 'The payouts of an affiliate, newest first',
    options: { limit: LIMIT },
    run: list,
  },
  {
    name: 'payouts get',
    summary: 'A payout with what it pays',
    args: ['PAYOUT'],
    run: async ({ client, args, print }) => {
      const { payout } = await client().payouts.get(args[0] ?? '');
      print(payout, () => fields(payout));
    },
  },
  {
    name: 'payouts balance',
    summary: 'What an affiliate has earned, and what can be paid out',
    run: async ({ client, print }) => {
      const { balance } = await client().payouts.getBalance();
      print(balance, () => fields(balance));
    },
  },
];

import { type Schemas } from '@tributary/sdk';
import { type Call, type Command, textOf } from '../command.ts';
import { byRole } from '../roles.ts';
import { fields, money, table, take } from '../table.ts';
import { LIMIT, limitOf } from './limits.ts';

type Shown = Schemas['Conversion'] | Schemas['AffiliateConversion'];

async function list(call: Call): Promise<void> {
  const { brandConversions, affiliateConversions } = call.client();
  const status = textOf(call, 'status') as Schemas['ConversionStatus'] | undefined;
  const query = status === undefined ? {} : { status };
  const limit = limitOf(call);
  const found = await byRole<Shown[]>(call, {
    affiliate: () => take(affiliateConversions.list(query), limit),
    brand: () => take(brandConversions.list(query), limit),
  });
  call.print(found, () =>
    table(found, [
      ['ID', ({ id }) => id],
      ['ORDER', ({ order_id }) => order_id],
      ['VALUE', ({ order_amount, currency }) => money(order_amount, currency)],
      ['COMMISSION', ({ commission_amount, currency }) => money(commission_amount, currency)],
      ['STATUS', (one) => one.status],
      ['PLACED', ({ converted_at }) => converted_at],
    ]),
  );
}

async function get(call: Call): Promise<void> {
  const { brandConversions, affiliateConversions } = call.client();
  const [id = ''] = call.args;
  const { data } = await byRole<{ data: object }>(call, {
    affiliate: () => affiliateConversions.get(id),
    brand: () => brandConversions.get(id),
  });
  call.print(data, () => fields(data));
}

const review = (decision: 'approved' | 'rejected') => async (call: Call) => {
  const notes = textOf(call, 'notes');
  const body = { decision, ...(notes === undefined ? {} : { notes }) };
  const { data } = await call.client().conversions.review(call.args[0] ?? '', body);
  call.print(data, () => fields(data));
};

const NOTES = {
  notes: { type: 'string', value: 'TEXT', summary: 'Why; the affiliate reads it' },
} as const;

export const conversionCommands: readonly Command[] = [
  {
    name: 'conversions list',
    summary: 'The orders of a brand or an affiliate, newest first',
    options: {
      status: { type: 'string', value: 'STATUS', summary: 'Those in this state alone' },
      limit: LIMIT,
    },
    run: list,
  },
  { name: 'conversions get', summary: 'An order', args: ['CONVERSION'], run: get },
  {
    name: 'conversions approve',
    summary: 'Approve an order, as its brand',
    args: ['CONVERSION'],
    options: NOTES,
    run: review('approved'),
  },
  {
    name: 'conversions reject',
    summary: 'Reject an order, as its brand',
    args: ['CONVERSION'],
    options: NOTES,
    run: review('rejected'),
  },
];

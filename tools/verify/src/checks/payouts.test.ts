import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Row, type SystemData } from '../system-data.ts';
import { payoutChecks } from './payouts.ts';

/** The state of one payment of 95.00 at each provider. */
let payments = { card: 'paid', cardCents: 9_500, wallet: 'SUCCESS' };
const requestedUrls: string[] = [];

const answers = (path: string): unknown => {
  if (path.startsWith('/cardproc/v1/transfers')) {
    const metadata = { payout_id: 'card', key: 'card-0' };
    const transfer = { id: 'tr_1', amount: payments.cardCents, status: payments.card, metadata };
    return { data: [transfer], has_more: false };
  }
  if (path.startsWith('/walletco/v1/oauth2')) return { access_token: 'a-token' };
  if (path.startsWith('/walletco/v1/payments/payouts?')) {
    return { batches: [{ payout_batch_id: 'b1' }], total_pages: 1 };
  }
  const payout_item = { sender_item_id: 'wallet', amount: { value: '95.00', currency: 'USD' } };
  return { items: [{ transaction_status: payments.wallet, payout_item }] };
};
const answer: RequestListener = ({ url = '' }, res) => {
  requestedUrls.push(url);
  res.end(JSON.stringify(answers(url)));
};

let server: Server;
let sandboxUrl: string;
beforeAll(async () => {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sandboxUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const problemsOf = async (
  steps: { card: string; wallet: string },
  more: Partial<typeof payments>,
) => {
  payments = { card: 'paid', cardCents: 9_500, wallet: 'SUCCESS', ...more };
  const rows: Row[] = Object.entries(steps).map(([_id, step]) => ({
    ...{ _id, step, amountMinor: 10_000, feeMinor: 500 },
  }));
  const systemData = {
    sandboxUrl,
    providerKeys: {},
    collection: () => ({ find: () => rows }),
  } as unknown as SystemData;
  const check = payoutChecks.find(({ name }) => name.startsWith('the providers’ payments'));
  return (await check?.run(systemData))?.problems;
};
const completed = { card: 'completed', wallet: 'completed' };

it.each([
  ['both paid', completed, {}, []],
  [
    'one failed at the card processor',
    completed,
    { card: 'failed' },
    ['payout card is completed, its payment at the provider failed'],
  ],
  [
    'the wallet reversed one',
    completed,
    { wallet: 'REVERSED' },
    ['payout wallet is completed, its payment at the provider reversed'],
  ],
  [
    'one is still pending',
    completed,
    { wallet: 'UNCLAIMED' },
    ['payout wallet is completed, its payment at the provider pending'],
  ],
  [
    'one failed here and was paid there',
    { card: 'completed', wallet: 'failed' },
    {},
    ['payout wallet is failed, its payment at the provider paid'],
  ],
  [
    'one was reversed here only',
    { card: 'reversed', wallet: 'completed' },
    {},
    ['payout card is reversed, its payment at the provider paid'],
  ],
  ['one was reversed', { card: 'reversed', wallet: 'completed' }, { card: 'reversed' }, []],
  [
    'one is of another amount',
    completed,
    { cardCents: 9_499 },
    ['payout card: the provider has 9499, not 9500'],
  ],
  ['one is in transit', { card: 'sent', wallet: 'completed' }, { card: 'pending' }, []],
])(
  'payouts are compared with the books of both providers: %s',
  async (_name, steps, more, problems) => {
    expect(await problemsOf(steps, more)).toEqual(problems);
  },
);

it('reports a completed payout that no provider has', async () => {
  const steps = { ...completed, other: 'completed' };
  const found = await problemsOf(steps, {});
  expect(found).toEqual(['payout other is completed, its payment at the provider none']);
  expect(requestedUrls).toContain('/walletco/v1/payments/payouts/b1?page_size=1000');
});

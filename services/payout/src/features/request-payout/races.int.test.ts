import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@tributary/testing';
import { type StartedPayout, startPayout } from '../../testing/start-payout.ts';

let payout: StartedPayout;
beforeAll(async () => {
  payout = await startPayout({
    RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR: '0',
    RATE_LIMIT_PAYOUT_CREATE_PER_HOUR: '0',
    RATE_LIMIT_PAYOUT_CREATE_PER_HOUR_PER_IP: '0',
  });
});
afterAll(() => payout.close());

/** Repeats a call after a pause while the database is too busy or the first call with its key is still running. */
const untilAnswered = async <Response extends { status: number; body: { error: string } }>(
  call: () => Promise<Response>,
): Promise<Response> => {
  const response = await call();
  const isBusy = response.status === 503 || response.body.error === 'request_in_progress';
  if (!isBusy) return response;
  await pause(100 + Math.random() * 400);
  return untilAnswered(call);
};

const ofFifty = (count: number): number[] => Array.from({ length: count }, () => 5_000);
const statusesOf = (answers: readonly { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  );

it('60 requests and manual payouts at once, at two instances, never reserve more than the balance', async () => {
  const other = await payout.startAnother();
  const bases = [payout.service.url, other.url];
  // Enough for twenty payouts of 50.00.
  const ann = await payout.anAffiliate('acct_fine', ...ofFifty(20));
  const { who, accountId, commissions } = ann;
  const send = (index: number) => {
    const base = bases[(index >> 1) % 2]!;
    const key = `race-${String(index)}`;
    const isRequest = index % 2 === 0;
    return isRequest
      ? payout.call('POST', '/api/affiliate/payouts/request', {
          ...{ who, base, key },
          body: { amount: 50, payment_method_id: accountId },
        })
      : payout.call('POST', '/api/payouts/create', {
          ...{ who, base, key },
          body: { amount: 50, commission_ids: [commissions[index % 20]!] },
        });
  };
  const takenMinor = (): number => {
    const { reservedMinor, paidMinor } = payout.ledger.balance(ann.id);
    return reservedMinor + paidMinor;
  };
  let timesBusy = 0;
  const sendUntilAnswered = (index: number) =>
    untilAnswered(async () => {
      const answer = await send(index);
      if (answer.status === 503) timesBusy += 1;
      return answer;
    });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => sendUntilAnswered(index)),
  );
  const made = answers.filter(({ status }) => status < 300);
  // An amount that an unavailable database reserved and released was missing for others in between.
  await eventually(() => takenMinor() === made.length * 5_000, { timeoutMs: 60_000 });
  const missed = 20 - made.length;
  expect(missed).toBeGreaterThanOrEqual(0);
  expect(missed).toBeLessThanOrEqual(timesBusy);
  for (let late = 0; late < missed; late += 1) {
    const answer = await sendUntilAnswered(100 + 2 * late);
    expect(answer.status).toBe(200);
    made.push(answer);
  }
  const refused = answers.filter(({ status }) => status >= 300);
  const reasons = new Set(refused.map(({ body }) => body.error));
  expect(reasons).toContain('insufficient_balance');
  // A manual payout's commission is in another payout, or was already paid by one that has ended.
  const lost = ['insufficient_balance', 'commission_in_another_payout', 'commission_already_paid'];
  expect([...reasons].filter((reason) => !lost.includes(reason))).toEqual([]);
  expect(Object.keys(statusesOf(answers)).every((status) => Number(status) < 500)).toBe(true);
  expect([payout.ledger.balance(ann.id).availableMinor, takenMinor()]).toEqual([0, 100_000]);
  // Manual payouts beyond the third of a day are held; none is paid twice.
  const { body: held } = await payout.call('GET', '/api/admin/payouts/held?limit=100', {
    who: payout.admin,
  });
  const manual = made.filter(({ status }) => status === 201);
  const own = held.payouts.filter(({ id }) => manual.some(({ body }) => body.payout.id === id));
  expect(manual.length - own.length).toBeLessThanOrEqual(3);
  for (const { id } of held.payouts) {
    await payout.call('POST', `/api/admin/payouts/${id}/release`, { who: payout.admin, body: {} });
  }
  await eventually(() => payout.ledger.balance(ann.id).paidMinor === 100_000, {
    timeoutMs: 60_000,
  });
  const ids = made.map(({ status, body }) => (status === 201 ? body.payout.id : body.payout_id));
  const transfers = await Promise.all(ids.map(async (id) => (await payout.transfersOf(id)).length));
  expect(transfers).toEqual(ids.map(() => 1));
  await other.close();
}, 180_000);

it('of five manual payouts at once, at two instances, those beyond the third are held for review', async () => {
  const other = await payout.startAnother();
  const bases = [payout.service.url, other.url];
  for (let round = 0; round < 3; round += 1) {
    const { who, commissions } = await payout.anAffiliate('acct_fine', ...ofFifty(5));
    const answers = await Promise.all(
      commissions.map((id, index) =>
        untilAnswered(() =>
          payout.call('POST', '/api/payouts/create', {
            who,
            base: bases[index % 2]!,
            body: { amount: 50, commission_ids: [id] },
          }),
        ),
      ),
    );
    expect(statusesOf(answers)).toEqual({ 201: 5 });
    const statuses = answers.map(({ body }) => body.payout.status).sort();
    expect(statuses).toEqual(['in_transit', 'in_transit', 'in_transit', 'pending', 'pending']);
  }
  await other.close();
}, 60_000);

it('60 calls with one key make one payout, and all get the same response', async () => {
  const ann = await payout.anAffiliate('acct_fine', 100_000);
  const answers = await Promise.all(
    Array.from({ length: 60 }, () =>
      untilAnswered(() =>
        payout.call('POST', '/api/affiliate/payouts/request', {
          who: ann.who,
          key: 'one-key-for-all',
          body: { amount: 50, payment_method_id: ann.accountId },
        }),
      ),
    ),
  );
  expect(statusesOf(answers)).toEqual({ 200: 60 });
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  await payout.settled(answers[0]!.body.payout_id, 'completed', { timeoutMs: 60_000 });
  expect(payout.ledger.balance(ann.id)).toMatchObject({ availableMinor: 95_000, paidMinor: 5_000 });
}, 120_000);

it('hourly limits hold under concurrent calls, and state when to retry', async () => {
  const limited = await startPayout();
  const ann = await limited.anAffiliate('acct_fine', 100_000);
  const answers = await Promise.all(
    Array.from({ length: 15 }, () => untilAnswered(() => limited.request(ann, 50))),
  );
  expect(statusesOf(answers)).toEqual({ 200: 5, 429: 10 });
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refused.body.error).toBe('rate_limit_exceeded');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  // Manual payouts: five per user and twenty per address.
  const people = await Promise.all(
    Array.from({ length: 5 }, () => limited.anAffiliate('acct_fine', ...ofFifty(6))),
  );
  const creates = await Promise.all(
    people.flatMap(({ who, commissions }) =>
      commissions.map((id) =>
        untilAnswered(() =>
          limited.call('POST', '/api/payouts/create', {
            who,
            ip: '203.0.113.7',
            body: { amount: 50, commission_ids: [id] },
          }),
        ),
      ),
    ),
  );
  expect(statusesOf(creates)).toEqual({ 201: 20, 429: 10 });
  await limited.close();
}, 120_000);

it('a call that the limit of its address refuses does not count on its caller’s own', async () => {
  const limited = await startPayout({
    RATE_LIMIT_PAYOUT_CREATE_PER_HOUR: '2',
    RATE_LIMIT_PAYOUT_CREATE_PER_HOUR_PER_IP: '1',
  });
  const [ann, bob] = [
    await limited.anAffiliate('acct_fine', 5_000),
    await limited.anAffiliate('acct_fine', 5_000),
  ];
  const create = ({ who, commissions }: typeof ann, ip: string) =>
    untilAnswered(() =>
      limited.call('POST', '/api/payouts/create', {
        ...{ who, ip },
        body: { amount: 50, commission_ids: commissions },
      }),
    );
  expect((await create(ann, '203.0.113.7')).status).toBe(201);
  const refused = await Promise.all([1, 2, 3].map(() => create(bob, '203.0.113.7')));
  expect(statusesOf(refused)).toEqual({ 429: 3 });
  expect((await create(bob, '203.0.113.8')).status).toBe(201);
  await limited.close();
});

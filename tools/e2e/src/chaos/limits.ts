import { randomUUID } from 'node:crypto';
import {
  type Answer,
  Client,
  createFixture,
  follow,
  order,
  payoutAccount,
  post,
} from '../client.ts';
import { type Replicas } from './replicas.ts';
import { emptyReport, type Report } from './report.ts';

const PARALLEL = 100;
/** The defaults of RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR and RATE_LIMIT_TRACKING_PER_HOUR_PER_IP. */
const PAYOUTS_AN_HOUR = 5;
const CALLS_AN_HOUR = 60;
/** Orders of before, which count too; each earns 100.00. */
const EARNING = 4;

const isLimited = ({ status }: Answer): boolean => status === 429;

const hasRetryAfter = ({ headers }: Answer): boolean => {
  const seconds = Number(headers.get('retry-after'));
  return seconds >= 1 && seconds <= 3_600;
};

/** What is wrong with answers of which only some may be admitted. */
function problemsOf(what: string, answers: readonly Answer[], admitted: number): string[] {
  const limited = answers.filter(isLimited);
  const failed = answers.filter(({ status }) => status >= 500);
  const expected = answers.length - admitted;
  return [
    ...(limited.length === expected
      ? []
      : [`${what}: ${String(limited.length)} refused, ${String(expected)} expected`]),
    ...(failed.length === 0 ? [] : [`${what}: ${String(failed.length)} failed`]),
    ...(limited.every(hasRetryAfter) ? [] : [`${what}: a refusal without Retry-After`]),
  ];
}

/** Calls two instances of every service at the same time, and counts what the limits admit. */
export async function countLimits({ baseUrl }: Replicas): Promise<Report> {
  const client = new Client({ baseUrl });
  const fixture = await createFixture(client);
  const click = await follow(client, fixture.trackingCode);
  for (let number = 0; number < EARNING; number += 1) {
    const id = await post(client, click, `earning-${String(number)}`, '1000.00');
    await client.must('PUT', `/api/brand/conversions/${id}/review`, {
      token: fixture.brand.token,
      body: { decision: 'approved' },
    });
  }
  const account = await payoutAccount(client, fixture);
  const many = (call: (number: number) => Promise<Answer>): Promise<Answer[]> =>
    Promise.all(Array.from({ length: PARALLEL }, (_, number) => call(number)));
  const payouts = await many(() =>
    client.call('POST', '/api/affiliate/payouts/request', {
      token: fixture.affiliate.token,
      headers: { 'idempotency-key': randomUUID() },
      body: { amount: 60, payment_method_id: account },
    }),
  );
  // The proxies' header names another address each time; nobody here is trusted to.
  const orders = await many((number) => {
    const call = order(click, `many-${String(number)}`, '10.00');
    const headers = { ...call.headers, 'x-forwarded-for': `198.51.100.${String(number)}` };
    return client.call('POST', '/api/track/conversion', { ...call, headers });
  });
  const admitted = orders.filter((answer) => !isLimited(answer)).length;
  return {
    ...emptyReport('Limits over two instances of every service, with 100 calls at the same time'),
    lines: [
      `R20, R8: ${String(payouts.filter((answer) => !isLimited(answer)).length)} of ${String(PARALLEL)} payout requests admitted`,
      `${String(admitted)} of ${String(PARALLEL)} orders of one address admitted, each with another X-Forwarded-For`,
    ],
    problems: [
      ...problemsOf('payout requests', payouts, PAYOUTS_AN_HOUR),
      ...problemsOf('orders of one address', orders, CALLS_AN_HOUR - EARNING),
    ],
  };
}

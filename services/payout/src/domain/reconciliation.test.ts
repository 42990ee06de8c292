import { anOutcome, aPayout } from '../testing/builders.ts';
import {
  type ProviderPayment,
  comparePayments,
  compareSums,
  unknownPayments,
} from './reconciliation.ts';
import { type ProviderOutcome } from './provider-outcome.ts';
import { type Step } from './payout.ts';

const payment = (
  state: ProviderOutcome['state'],
  more: Partial<ProviderPayment> = {},
): ProviderPayment => ({
  payoutId: 'p',
  key: 'k',
  amountMinor: 9_950,
  currency: 'USD',
  outcome: anOutcome({ state }),
  ...more,
});
const whatOf = (step: Step, ...payments: ProviderPayment[]) =>
  comparePayments(aPayout({ step, transactionId: 'tr_1' }), payments).map(({ what }) => what);

it.each([
  ['completed', ['paid'], []],
  ['completed', ['reversed'], ['another state']],
  ['completed', [], ['another state']],
  ['completed', ['pending'], ['another state']],
  ['failed', ['failed'], []],
  ['failed', [], []],
  ['failed', ['paid'], ['another state']],
  ['failed', ['pending'], ['another state']],
  ['reversed', ['reversed'], []],
  ['reversed', ['paid'], ['another state']],
  ['void', ['paid'], ['another state']],
  ['held', ['pending'], ['another state']],
  // In progress: the provider may be ahead.
  ['submitting', ['paid'], []],
  ['sent', [], []],
  ['settling', ['paid'], []],
] as const)('a payout that is %s beside payments that are %p has %p', (step, states, found) => {
  expect(whatOf(step, ...states.map((state) => payment(state)))).toEqual(found);
});

it('finds a second payment and another amount, even while a payout is in progress', () => {
  expect(whatOf('sent', payment('paid'), payment('pending'))).toEqual(['paid more than once']);
  expect(whatOf('sent', payment('paid', { amountMinor: 10_000 }))).toEqual(['another amount']);
  expect(whatOf('sent', payment('paid', { currency: 'EUR' }))).toEqual(['another amount']);
});

it('accepts failed attempts before the one that was paid', () => {
  const earlier = payment('failed', {
    outcome: anOutcome({ state: 'failed', transactionId: 'tr_0' }),
  });
  expect(whatOf('completed', earlier, payment('paid'))).toEqual([]);
});

it('finds payments of no payout, where money moved', () => {
  expect(unknownPayments([payment('paid'), payment('failed')])).toHaveLength(1);
});

it('compares the paid and the reserved sums, each to the cent', () => {
  const sums = { paidMinor: 100, reservedMinor: 50 };
  expect(compareSums('a', sums, sums)).toEqual([]);
  expect(compareSums('a', sums, { paidMinor: 101, reservedMinor: 49 })).toHaveLength(2);
});

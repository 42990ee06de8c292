import { HOUR_MS } from '@tributary/units';
import { anAccount } from '../testing/builders.ts';
import { holdReasons, newHoldReasons, scheduledHoldReasons } from './hold.ts';

const now = new Date('2026-05-04T12:00:00.000Z');
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * HOUR_MS);
const quiet = { lastDay: 0, completed: 0, meanMinor: 0, firstAt: null };
const paidBefore = { ...quiet, firstAt: hoursAgo(73) };
const payout = { amountMinor: 50_100, currency: 'USD', account: anAccount() };

it.each([
  ['nothing unusual', payout, quiet, []],
  ['a third payout of the day', payout, { ...quiet, lastDay: 2 }, []],
  ['a fourth payout of the day', payout, { ...quiet, lastDay: 3 }, ['velocity']],
  [
    'more than five times the usual amount',
    payout,
    { ...quiet, completed: 3, meanMinor: 10_000 },
    ['amount_anomaly'],
  ],
  ['five times the usual', payout, { ...quiet, completed: 3, meanMinor: 10_020 }, []],
  ['too little history', payout, { ...quiet, completed: 2, meanMinor: 100 }, []],
  [
    'an account changed 71 hours ago',
    { ...payout, account: anAccount({ changedAt: hoursAgo(71) }) },
    quiet,
    ['payment_method_changed'],
  ],
  [
    'an account changed 72 hours ago',
    { ...payout, account: anAccount({ changedAt: hoursAgo(72) }) },
    quiet,
    [],
  ],
  [
    'an account that payouts were redirected to 71 hours ago',
    { ...payout, account: anAccount({ redirectedAt: hoursAgo(71) }) },
    paidBefore,
    ['payment_method_changed'],
  ],
  [
    'an account that payouts were redirected to 72 hours ago',
    { ...payout, account: anAccount({ redirectedAt: hoursAgo(72) }) },
    paidBefore,
    [],
  ],
  [
    'an account that was the destination before the first payout',
    { ...payout, account: anAccount({ redirectedAt: hoursAgo(3) }) },
    { ...quiet, firstAt: hoursAgo(2) },
    [],
  ],
  [
    'an account that changed and that payouts were redirected to',
    { ...payout, account: anAccount({ changedAt: hoursAgo(2), redirectedAt: hoursAgo(3) }) },
    paidBefore,
    ['payment_method_changed'],
  ],
])('%s is held for its own reasons', (_name, checked, history, reasons) => {
  expect(holdReasons(checked, history, now).map(({ code }) => code)).toEqual(reasons);
});

it('explains a reason with the facts', () => {
  const history = { lastDay: 4, completed: 3, meanMinor: 10_000, firstAt: hoursAgo(50) };
  const account = anAccount({ changedAt: hoursAgo(2) });
  expect(
    holdReasons({ ...payout, account }, history, now).map(({ explanation }) => explanation),
  ).toEqual([
    'There were 4 payouts in the 24 hours before this one.',
    '501.00 USD is more than 5 times the mean of the 3 completed payouts, 100.00 USD.',
    'The payout account changed at 2026-05-04T10:00:00.000Z, less than 72 hours before.',
  ]);
});

it('holds a scheduled payout only where its destination is new, not where its terms are', () => {
  const codes = (account: ReturnType<typeof anAccount>) =>
    scheduledHoldReasons(account, now).map(({ code }) => code);
  expect(codes(anAccount({ changedAt: hoursAgo(1) }))).toEqual([]);
  expect(codes(anAccount({ redirectedAt: hoursAgo(71) }))).toEqual(['payment_method_changed']);
  expect(codes(anAccount({ redirectedAt: hoursAgo(72) }))).toEqual([]);
});

it.each([
  ['the frequency alone', { frequency: 'weekly' as const }, 0],
  ['the minimum', { minimumPayoutMinor: 6_000, changedAt: now }, 1],
  ['the destination', { redirectedAt: now }, 1],
  ['both', { changedAt: now, redirectedAt: now }, 1],
  ['its removal', { changedAt: now, removedAt: now }, 0],
])('a change of %s holds payouts for as many reasons', (_name, change, reasons) => {
  const before = anAccount({ changedAt: hoursAgo(2) });
  expect(newHoldReasons([before], [{ ...before, ...change }], now)).toHaveLength(reasons);
});

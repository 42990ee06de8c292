import { anAccount } from '../testing/builders.ts';
import { holdReasons } from './hold.ts';

const now = new Date('2026-05-04T12:00:00.000Z');
const quiet = { lastDay: 0, completed: 0, meanMinor: 0 };
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);
const payout = { amountMinor: 50_100, account: anAccount() };

it.each([
  ['nothing unusual', payout, quiet, []],
  ['a third payout of the day', payout, { ...quiet, lastDay: 2 }, []],
  ['a fourth payout of the day', payout, { ...quiet, lastDay: 3 }, ['velocity']],
  [
    'more than five times the usual amount',
    payout,
    { lastDay: 0, completed: 3, meanMinor: 10_000 },
    ['amount_anomaly'],
  ],
  ['five times the usual', payout, { lastDay: 0, completed: 3, meanMinor: 10_020 }, []],
  ['too little history', payout, { lastDay: 0, completed: 2, meanMinor: 100 }, []],
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
])('%s is judged on its own reasons', (_name, asked, history, reasons) => {
  expect(holdReasons(asked, history, now)).toEqual(reasons);
});

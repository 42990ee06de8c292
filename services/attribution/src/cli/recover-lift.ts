/**
 * `npm run tool -- recover-lift [--worlds 200] [--first-seed 9001]`: invents experiments with planted lifts, and prints how
 * well they are recovered from held-out visitors: bias, and how often the truth is inside the intervals.
 */
import { parseArgs } from 'node:util';
import { percent } from '../domain/statistics.ts';
import { type RecoveredAffiliate, recoverWorld } from '../testing/evaluation/lift-worlds.ts';
import { table } from '../testing/evaluation/report.ts';

const { values } = parseArgs({
  options: {
    worlds: { type: 'string', default: '200' },
    'first-seed': { type: 'string', default: '9001' },
  },
});
const recovered = Array.from({ length: Number(values.worlds) }, (_, index) =>
  recoverWorld(Number(values['first-seed']) + index),
).flat();

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const share = (
  some: readonly RecoveredAffiliate[],
  isSo: (one: RecoveredAffiliate) => boolean,
): string => percent(some.filter(isSo).length / some.length);
const isIn = ({ truth, lift }: RecoveredAffiliate): boolean =>
  lift.interval[0] <= truth && truth <= lift.interval[1];
const isAboveZero = ({ lift }: RecoveredAffiliate): boolean => lift.sequence[0] > 0;

const rows = ['maker', 'poacher'].map((kind) => {
  const own = recovered.filter(({ name }) => name.startsWith(kind));
  const [truth, estimate] = [
    mean(own.map((one) => one.truth)),
    mean(own.map((one) => one.lift.estimate)),
  ];
  return [
    kind,
    String(own.length),
    truth.toFixed(3),
    estimate.toFixed(3),
    truth === 0 ? '-' : percent(estimate / truth - 1),
    share(own, isIn),
    share(own, ({ isAlwaysInside }) => isAlwaysInside),
    share(own, isAboveZero),
    percent(mean(own.map(({ lift }) => lift.explained))),
  ];
});
process.stdout.write(
  `${table(
    [
      'affiliates',
      'experiments',
      'planted lift',
      'recovered',
      'bias',
      'truth in the interval',
      'in the sequence at all looks',
      'proved above 0',
      'variance explained',
    ],
    rows,
  )}\n`,
);

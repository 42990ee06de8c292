/**
 * `npm run tool -- fit-fraud-worlds [--seeds 5]`: fits the calibration that the rules are shipped with to invented worlds
 * of the seeds from 1 on, at both verdicts, and prints it for `domain/shipped-calibration.ts`. Ordinary worlds and those of
 * the red team count alike, however many orders they have.
 */
import { parseArgs } from 'node:util';
import { handSet } from '../domain/calibration.ts';
import { countedLogs } from '../domain/fraud-score.ts';
import { RULES_VERSION } from '../domain/scoring-settings.ts';
import { type Example, fitWeights, usualStrength } from '../domain/weight-fit.ts';
import { drawWorlds } from '../testing/evaluation/draw-worlds.ts';
import { type JudgedOrder } from '../testing/evaluation/judge-world.ts';

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '5' } } });
/** No shop is a brand of its own here: an offset that nothing can move. */
const strength = { ...usualStrength, brands: 1e12 };
/** Logarithms are compared to so many parts of 1, so that most orders are alike. */
const STEPS = 200;

type Group = { -readonly [Key in keyof Example]: Example[Key] } & { isRedTeam: boolean };

/** Orders with the same evidence and truth, together. */
const groups = new Map<string, Group>();
function add(order: JudgedOrder, factors: JudgedOrder['factors'], isRedTeam: boolean): void {
  const logs = countedLogs(factors);
  const rounded = [...logs].map(([factor, log]) => [factor, Math.round(log * STEPS)]);
  const isFraud = order.attack !== null;
  const key = JSON.stringify([rounded, isFraud, isRedTeam]);
  const known = groups.get(key) ?? { logs, isFraud, isRedTeam, brandId: '', weight: 0 };
  known.weight += 0.5;
  groups.set(key, known);
}

const seeds = Number(values.seeds);
for (const { kind, orders } of drawWorlds({ seeds, firstSeed: 1, ordinary: seeds })) {
  for (const order of orders) {
    add(order, order.firstFactors, kind === 'red team');
    add(order, order.factors, kind === 'red team');
  }
}
const totalOf = (isRedTeam: boolean): number =>
  [...groups.values()].reduce(
    (sum, one) => sum + (one.isRedTeam === isRedTeam ? one.weight : 0),
    0,
  );
const scale = totalOf(true) / totalOf(false);
const examples = [...groups.values()].map(({ isRedTeam, ...one }) => ({
  ...one,
  weight: one.weight * (isRedTeam ? 1 : scale),
}));
const rounds = fitWeights(examples, handSet, strength);
let round = rounds.next();
while (round.done !== true) round = rounds.next();
const { base, slopes } = round.value;
const shown = Object.fromEntries(
  Object.entries(slopes)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([factor, slope]) => [factor, Number(slope.toFixed(2))]),
);
process.stdout.write(
  `${JSON.stringify({ rules: RULES_VERSION, base: Number(base.toFixed(2)), slopes: shown }, null, 2)}\n`,
);

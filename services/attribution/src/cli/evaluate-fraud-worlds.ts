/**
 * `npm run tool -- evaluate-fraud-worlds [--seeds 10] [--first-seed 9001] [--ordinary 4] [--out FILE]`: measures in
 * memory how well the fraud score frees honest segments and finds attacks that it was not made with. Each seed draws a
 * world for each honest segment, with a crew in it; `--ordinary` draws as many plain and evasive worlds of attacks
 * that are known. Seeds from 1 are where weights are chosen.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { drawWorlds } from '../testing/evaluation/draw-worlds.ts';
import { type EvaluatedWorld } from '../testing/evaluation/world-figures.ts';
import { worldReportOf } from '../testing/evaluation/world-report.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    'first-seed': { type: 'string', default: '9001' },
    ordinary: { type: 'string', default: '4' },
    out: { type: 'string' },
  },
});
const worlds: EvaluatedWorld[] = [];
for (const world of drawWorlds({
  seeds: Number(values.seeds),
  firstSeed: Number(values['first-seed']),
  ordinary: Number(values.ordinary),
})) {
  worlds.push(world);
}
const report = worldReportOf(worlds);
if (values.out !== undefined) writeFileSync(values.out, report);
process.stdout.write(`${report}\n`);

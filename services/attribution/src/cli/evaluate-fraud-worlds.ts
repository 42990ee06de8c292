/**
 * `npm run tool -- evaluate-fraud-worlds [--seeds 10] [--first-seed 9001] [--ordinary 4] [--out FILE]`: measures in
 * memory how well the fraud score frees honest segments and finds attacks that it was not made with. Each seed draws a
 * world for each honest segment, with a crew in it; `--ordinary` draws as many plain and evasive worlds of attacks
 * that are known. Seeds from 1 are where weights are chosen.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  segmentNames,
  inventRedTeamTraffic,
  inventTraffic,
  newAttackNames,
} from '@tributary/traffic';
import { judgeWorld } from '../testing/evaluation/judge-world.ts';
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
const START = new Date('2026-03-01T00:00:00.000Z');
const hashEmail = (text: string): string => text;
const worlds: EvaluatedWorld[] = [];
const seeds = Array.from(
  { length: Number(values.seeds) },
  (_, index) => Number(values['first-seed']) + index,
);

for (const [index, seed] of seeds.entries()) {
  const began = performance.now();
  const options = { start: START, hashEmail };
  for (const [place, segment] of segmentNames.entries()) {
    // Over the seeds each segment meets each crew.
    const attack = newAttackNames[(place + index) % newAttackNames.length] ?? newAttackNames[0];
    const drawn = { ...options, seed: seed * segmentNames.length + place, segment, attack };
    worlds.push({ seed, kind: 'red team', ...judgeWorld(inventRedTeamTraffic(drawn), START) });
  }
  if (index < Number(values.ordinary)) {
    for (const kind of ['plain', 'evasive'] as const) {
      const traffic = inventTraffic({ ...options, seed, form: kind });
      worlds.push({ seed, kind, ...judgeWorld(traffic, START) });
    }
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  process.stderr.write(`seed ${String(seed)}: ${seconds} s\n`);
}
const report = worldReportOf(worlds);
if (values.out !== undefined) writeFileSync(values.out, report);
process.stdout.write(`${report}\n`);

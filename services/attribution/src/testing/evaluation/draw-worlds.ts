import {
  inventRedTeamTraffic,
  inventTraffic,
  newAttackNames,
  segmentNames,
} from '@tributary/traffic';
import { judgeWorld } from './judge-world.ts';
import { type EvaluatedWorld } from './world-figures.ts';

const START = new Date('2026-03-01T00:00:00.000Z');
const options = { start: START, hashEmail: (text: string): string => text };

function* drawSeed(index: number, seed: number, isOrdinary: boolean): Generator<EvaluatedWorld> {
  for (const [place, segment] of segmentNames.entries()) {
    // Over the seeds each segment meets each crew.
    const attack = newAttackNames[(place + index) % newAttackNames.length] ?? newAttackNames[0];
    const drawn = { ...options, seed: seed * segmentNames.length + place, segment, attack };
    yield { seed, kind: 'red team', ...judgeWorld(inventRedTeamTraffic(drawn), START) };
  }
  if (!isOrdinary) return;
  for (const kind of ['plain', 'evasive'] as const) {
    const traffic = inventTraffic({ ...options, seed, form: kind });
    yield { seed, kind, ...judgeWorld(traffic, START) };
  }
}

/**
 * The judged worlds of some seeds: one for each honest segment, with a crew in it, and of the first seeds a plain and an
 * evasive world of attacks that are known. Prints how long each seed takes.
 */
export function* drawWorlds(drawn: {
  readonly seeds: number;
  readonly firstSeed: number;
  /** Of how many seeds ordinary worlds are drawn. */
  readonly ordinary: number;
}): Generator<EvaluatedWorld> {
  for (let index = 0; index < drawn.seeds; index += 1) {
    const began = performance.now();
    const seed = drawn.firstSeed + index;
    yield* drawSeed(index, seed, index < drawn.ordinary);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    process.stderr.write(`seed ${String(seed)}: ${seconds} s\n`);
  }
}

/**
 * A simulation of things that go from process to process: each takes CPU of cores that all share, and each instance
 * does one thing at a time. Arrivals and durations are random, and the same for the same seed.
 */
import { Cores, type Demand, newStation, type Station } from './cores.ts';
import { type Figures, instancesOf, type Scenario } from './figures.ts';
import { processesIn, threadsOf } from './knees.ts';
import { type Kind, kinds, type Outcome } from './measurements.ts';
import { openRandom, type Random } from './random.ts';
import { openTally, type Tally } from './tally.ts';
import { Timers } from './timers.ts';
import { type Step, type Way, wayOf } from './ways.ts';

export interface Prediction {
  /** CPU by process, µs a second. */
  readonly cpu: Readonly<Record<string, number>>;
  readonly outcomes: Readonly<Partial<Record<Kind, Omit<Outcome, 'failed'>>>>;
  /** From the end of the load until nothing was left of it, s. */
  readonly caughtUpS: number;
}

interface Options {
  readonly seconds: number;
  readonly seed?: number;
}

/** Background processes stand back by so much: what niceness 5 is to the scheduler. */
const WORKER_WEIGHT = 335 / 1024;
const weightOf = (process: string): number => (process.endsWith('-worker') ? WORKER_WEIGHT : 1);

/** The instances of each process. */
const openStations = (figures: Figures, scenario: Scenario): ReadonlyMap<string, Station[]> =>
  new Map(
    processesIn(figures).map((process) => {
      const threads = threadsOf(process, scenario.cores);
      const count = instancesOf(scenario, process);
      return [process, Array.from({ length: count }, () => newStation(threads, weightOf(process)))];
    }),
  );

interface Run {
  readonly cores: Cores;
  readonly timers: Timers;
  readonly random: Random;
  readonly stations: ReadonlyMap<string, readonly Station[]>;
  /** Things that are on their way. */
  pending: number;
}

/** Sends a thing through steps, one after the other, by instances at random. */
function walk(run: Run, steps: readonly Step[], atS: number, then: (atS: number) => void): void {
  const [step, ...others] = steps;
  if (step === undefined) {
    then(atS);
    return;
  }
  const { cores, random, stations } = run;
  const station = random.pick(stations.get(step.process) ?? []);
  const size = random.exponential(1);
  const { demand, overhead } = step;
  cores.add({ station, demand, size, then: (doneS) => walk(run, others, doneS, then) });
  if (overhead !== undefined) cores.add({ station, demand: overhead, size, then: () => undefined });
}

/** One thing: its way to the answer, on to the effect, and the rest beside. */
function begin(
  run: Run,
  { answer, effect, rest }: Way,
  figures: Figures['kinds'][Kind],
  tally: Tally,
): (atS: number) => void {
  const { timers, random } = run;
  const { fixedMs, varyingMs } = figures.wait;
  return (bornS) => {
    run.pending += 1;
    walk(run, answer, bornS, (workedS) => {
      const waitedS = (fixedMs + random.exponential(varyingMs)) / 1_000;
      timers.at(workedS + waitedS, (answeredS) => {
        tally.answer(bornS, answeredS);
        for (const step of rest) walk(run, [step], answeredS, () => undefined);
        timers.at(answeredS + figures.effectMs / 1_000, (nowS) => {
          walk(run, effect, nowS, (doneS) => {
            tally.effect(doneS);
            run.pending -= 1;
          });
        });
      });
    });
  };
}

/** How often processes without load find nothing to do, s; less often where there are too few cores. */
const POLL_S = 0.05;

/** Lets each instance do what it does without load. */
function idle({ cores, timers, random, stations }: Run, micros: Figures['idle']): void {
  const poll = (station: Station, demand: Demand, atS: number): void => {
    const then = (doneS: number): void =>
      timers.at(Math.max(doneS, atS + POLL_S), (nextS) => poll(station, demand, nextS));
    cores.add({ station, demand, size: random.exponential(1), then });
  };
  for (const [process, instances] of stations) {
    const demand = {
      sort: 'idle',
      thingMicros: (micros[process] ?? 0) * POLL_S,
      batchMicros: 0,
      together: 1,
      atMost: 1,
    };
    for (const station of instances)
      timers.at(random.next() * POLL_S, (atS) => poll(station, demand, atS));
  }
}

/** The begin of what counts, s: queues have then the length of the load. */
const LEAD_S = 4;
/** The longest time that is simulated after a load, s. */
const LONGEST_S = 600;

/** Adds the arrivals of a kind at random moments. */
function arrive(
  { timers, random }: Run,
  perSecond: number,
  untilS: number,
  thing: (atS: number) => void,
): void {
  const next = (atS: number): void => {
    const bornS = atS + random.exponential(1 / perSecond);
    if (bornS >= untilS) return;
    timers.at(bornS, () => {
      next(bornS);
      thing(bornS);
    });
  };
  next(0);
}

/** Lets everything happen in its order. */
function runUntil({ cores, timers }: Run, isOver: (atS: number) => boolean): void {
  for (;;) {
    const [work, timer] = [cores.nextS(), timers.nextS()];
    const next = Math.min(work, timer);
    if (isOver(next)) return;
    cores.advance(next);
    if (timer <= work) timers.runNext();
  }
}

const microsBy = ({ stations }: Run): Map<string, number> =>
  new Map(
    [...stations].map(([process, instances]) => [
      process,
      instances.reduce((sum, { micros }) => sum + micros, 0),
    ]),
  );

/** Predicts what a load meets. */
export function simulate(
  figures: Figures,
  scenario: Scenario,
  { seconds, seed = 1 }: Options,
): Prediction {
  const run: Run = {
    cores: new Cores(scenario.cores),
    timers: new Timers(),
    random: openRandom(seed),
    stations: openStations(figures, scenario),
    pending: 0,
  };
  const untilS = LEAD_S + seconds;
  idle(run, figures.idle);
  const tallies = new Map<Kind, Tally>();
  for (const kind of kinds) {
    const perSecond = scenario.rates[kind] ?? 0;
    if (perSecond === 0) continue;
    const tally = openTally({ fromS: LEAD_S, untilS });
    const thing = begin(run, wayOf(kind, figures, scenario), figures.kinds[kind], tally);
    arrive(run, perSecond, untilS, thing);
    tallies.set(kind, tally);
  }
  runUntil(run, (nextS) => nextS > LEAD_S);
  const before = microsBy(run);
  runUntil(run, (nextS) => nextS > untilS);
  const after = microsBy(run);
  runUntil(run, (nextS) => run.pending === 0 || nextS > untilS + LONGEST_S);
  return {
    cpu: Object.fromEntries(
      [...after].map(([process, micros]) => [
        process,
        (micros - (before.get(process) ?? 0)) / seconds,
      ]),
    ),
    outcomes: Object.fromEntries([...tallies].map(([kind, tally]) => [kind, tally.outcome()])),
    caughtUpS: Math.max(0, ...[...tallies.values()].map((tally) => tally.lastS() - untilS)),
  };
}

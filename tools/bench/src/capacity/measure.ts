/** Offers loads to a system and reads what it made of them: CPU by process, latency, and what was left to do. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Bench } from '../bench.ts';
import { between, type Usage, usageOf } from '../click-cpu.ts';
import { machineMicros, runningProcesses } from '../cpu.ts';
import { print } from '../report.ts';
import { type Call, offer } from './offer.ts';
import { type Kind, kinds, type Measurement, type Outcome, type Rates } from './measurements.ts';
import { openRandom } from './random.ts';
import { quantile } from './tally.ts';
import { type Thing, type Things } from './things.ts';

/** Before the measured part, in which batches and pools reach their size. */
const LEAD_S = 4;
const SETTLE_WITHIN_S = 120;
const CALM_MS = 4_000;

/** What was answered and not done yet, each second. */
interface Sample {
  readonly atS: number;
  readonly backlog: number;
}

/** CPU by process with that of this one. */
function usage(bench: Bench): Usage {
  const { user, system } = process.cpuUsage();
  return new Map([...usageOf(runningProcesses(bench)), ['clients', user + system]]);
}

const perSecondOf = (before: Usage, after: Usage, seconds: number): Record<string, number> =>
  Object.fromEntries(
    [...between(before, after)].map(([name, micros]) => [name, Math.round(micros / seconds)]),
  );

/** What is not CPU of these processes, cores; the kernel's own threads need a little. */
const othersOf = (machine: number, cpu: Readonly<Record<string, number>>): number =>
  machine / 1e6 - Object.values(cpu).reduce((sum, micros) => sum + micros, 0) / 1e6;

/** @returns CPU by process without load, µs a second */
export async function measureIdle(bench: Bench, seconds: number): Promise<Record<string, number>> {
  const [before, begun] = [usage(bench), performance.now()];
  await pause(seconds * 1_000);
  return perSecondOf(before, usage(bench), (performance.now() - begun) / 1_000);
}

/** Makes one kind of thing, and counts what is left to do. */
class Stream {
  private answered = 0;
  private readonly samples: Sample[] = [];
  private readonly thing: Thing;
  private readonly doneBefore: number;

  private constructor(thing: Thing, doneBefore: number) {
    this.thing = thing;
    this.doneBefore = doneBefore;
  }

  static async open(thing: Thing): Promise<Stream> {
    return new Stream(thing, (await thing.countDone?.()) ?? 0);
  }

  offer(perSecond: number, seconds: number, random: () => number): Promise<readonly Call[]> {
    const { perCall, call } = this.thing;
    return offer({ perSecond: perSecond / perCall, seconds }, random, async () => {
      const isGood = await call();
      if (isGood) this.answered += perCall;
      return isGood;
    });
  }

  async backlog(): Promise<number> {
    const { countDone } = this.thing;
    if (countDone === undefined) return 0;
    const done = (await countDone()) - this.doneBefore;
    return Math.max(0, this.answered - done);
  }

  async sample(atS: number): Promise<void> {
    this.samples.push({ atS, backlog: await this.backlog() });
  }

  /** Its growth over the second half. */
  growthPerSecond(): number {
    const late = this.samples.slice(Math.floor(this.samples.length / 2));
    const [first, last] = [late[0], late.at(-1)];
    if (first === undefined || last === undefined || first === last) return 0;
    return (last.backlog - first.backlog) / (last.atS - first.atS);
  }
}

interface Offered {
  readonly calls: readonly Call[];
  readonly perCall: number;
  readonly seconds: number;
}

function outcomeOf(
  { calls, perCall, seconds }: Offered,
  left: Pick<Outcome, 'backlog' | 'backlogPerSecond'>,
): Outcome {
  const measured = calls.filter(({ atS }) => atS >= LEAD_S);
  const good = measured.filter(({ isGood }) => isGood);
  const sorted = good.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const answered = calls.filter(({ atS, ms, isGood }) => {
    const answeredS = atS + ms / 1_000;
    return isGood && answeredS >= LEAD_S && answeredS < LEAD_S + seconds;
  });
  return {
    perSecond: (answered.length * perCall) / seconds,
    failed: measured.length - good.length,
    p50Ms: quantile(sorted, 0.5),
    p95Ms: quantile(sorted, 0.95),
    ...left,
  };
}

/** Deliveries are measured where they arrive. */
function withDeliveries(outcome: Outcome, took: readonly number[]): Outcome {
  const sorted = took.toSorted((a, b) => a - b);
  return { ...outcome, p50Ms: quantile(sorted, 0.5), p95Ms: quantile(sorted, 0.95) };
}

/** Waits until nothing is left. @returns how long that took, s */
async function settle(streams: readonly Stream[]): Promise<number> {
  const begun = performance.now();
  const seconds = (): number => (performance.now() - begun) / 1_000;
  while (seconds() < SETTLE_WITHIN_S) {
    const left = await Promise.all(streams.map((stream) => stream.backlog()));
    if (left.every((count) => count === 0)) break;
    await pause(100);
  }
  return seconds();
}

/** So much others may use of a measurement that counts, cores. */
const MOST_OF_OTHERS = 0.15;
const ATTEMPTS = 5;

/** Waits until other programs use little of the machine for some seconds. */
async function untilAlone(bench: Bench): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    const [before, machine] = [usage(bench), machineMicros()];
    await pause(1_000);
    const cpu = perSecondOf(before, usage(bench), 1);
    quiet = othersOf(machineMicros() - machine, cpu) < MOST_OF_OTHERS ? quiet + 1 : 0;
  }
}

/** Measures a load, again where other programs used the machine meanwhile. */
export async function measureLoad(...of: Parameters<typeof measureOnce>): Promise<Measurement> {
  for (let attempt = 1; ; attempt += 1) {
    await untilAlone(of[0]);
    const measurement = await measureOnce(...of);
    if (measurement.othersCores < MOST_OF_OTHERS || attempt === ATTEMPTS) return measurement;
    print('  again, because other programs used the machine');
  }
}

interface Offer {
  readonly rates: Rates;
  readonly seconds: number;
  readonly seed: number;
}

/** CPU while streams are sampled each second, and what is left at the end. */
async function watch(bench: Bench, streams: readonly Stream[], seconds: number) {
  const [before, machine, begun] = [usage(bench), machineMicros(), performance.now()];
  const elapsed = (): number => (performance.now() - begun) / 1_000;
  while (elapsed() < seconds) {
    await Promise.all([...streams.map((stream) => stream.sample(elapsed())), pause(1_000)]);
  }
  const cpu = perSecondOf(before, usage(bench), elapsed());
  const othersCores = othersOf((machineMicros() - machine) / elapsed(), cpu);
  const left = await Promise.all(streams.map((stream) => stream.backlog()));
  return { cpu, othersCores, left };
}

async function openStreams(things: Things, rates: Rates): Promise<Map<Kind, Stream>> {
  const streams = new Map<Kind, Stream>();
  for (const kind of kinds)
    if ((rates[kind] ?? 0) > 0) streams.set(kind, await Stream.open(things.of[kind]));
  return streams;
}

/** Offers a load for some seconds after a lead, and measures those. */
async function measureOnce(bench: Bench, things: Things, offer: Offer): Promise<Measurement> {
  const { rates, seconds, seed } = offer;
  const streams = await openStreams(things, rates);
  const all = [...streams.values()];
  const offered = Promise.all(
    [...streams].map(([kind, stream], index) => {
      const { next } = openRandom(seed * kinds.length + index);
      return stream.offer(rates[kind] ?? 0, LEAD_S + seconds, next);
    }),
  );
  await pause(LEAD_S * 1_000);
  things.takeDeliveries();
  const { cpu, othersCores, left } = await watch(bench, all, seconds);
  const endedAt = performance.now();
  const calls = await offered;
  await settle(all);
  const caughtUpS = (performance.now() - endedAt) / 1_000;
  const took = things.takeDeliveries();
  const outcomes = [...streams].map(([kind, stream], index) => {
    const { perCall } = things.of[kind];
    const backlogPerSecond = stream.growthPerSecond();
    const of = { calls: calls[index] ?? [], perCall, seconds };
    const outcome = outcomeOf(of, { backlog: left[index] ?? 0, backlogPerSecond });
    return [kind, kind === 'delivery' ? withDeliveries(outcome, took) : outcome] as const;
  });
  await pause(CALM_MS);
  const measurement = {
    rates,
    seconds,
    cpu,
    othersCores,
    outcomes: Object.fromEntries(outcomes),
    caughtUpS,
  };
  printLoad(measurement);
  return measurement;
}

function printLoad({ rates, cpu, othersCores, outcomes, caughtUpS }: Measurement): void {
  const sum = Object.values(cpu).reduce((total, micros) => total + micros, 0) / 1e6;
  const texts = Object.entries(outcomes).map(
    ([kind, { perSecond, failed, p50Ms, p95Ms, backlog, backlogPerSecond }]) =>
      `${kind} ${perSecond.toFixed(1)}/s (${String(failed)} failed) p50 ${p50Ms.toFixed(1)} p95 ${p95Ms.toFixed(1)} ms, ` +
      `backlog ${String(backlog)} (${backlogPerSecond.toFixed(1)}/s)`,
  );
  print(
    `${JSON.stringify(rates)}: ${sum.toFixed(2)} cores, others ${othersCores.toFixed(2)}; ${texts.join('; ')}; caught up after ${caughtUpS.toFixed(1)} s`,
  );
}

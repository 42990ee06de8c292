/**
 * What traces cost at the default ratio: the CPU time of a redirect, with the storing of its click, and of a list through the gateway, and the
 * memory of the processes, with a collector against without one, in turns.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type ServiceId } from '@tributary/catalog';
import { openSpan, traced } from '@tributary/tracing';
import { type Collector, openCollector, orphansOf } from '@tributary/tracing/testing';
import { type Bench } from './bench.ts';
import { cpuMicros } from './cpu.ts';
import { load, median } from './load.ts';
import { print, residentMb } from './report.ts';
import { type Target } from './target.ts';

interface Measured {
  readonly services: readonly ServiceId[];
  readonly target: Target;
  /** Waits until what so many calls caused is done, so that it is counted with them. */
  readonly settle?: (calls: number) => Promise<void>;
}

interface Cost {
  /** CPU time of one call over the processes that serve it, µs. */
  readonly cpuMicros: number;
  /** Of the largest of these processes, MB. */
  readonly memoryMb: number;
}

const TURNS = 3;
/** Spans are sent within two seconds. */
const EXPORT_MS = 3_000;

async function restart({ system }: Bench, services: readonly ServiceId[]): Promise<void> {
  for (const id of services.flatMap(system.processesOf)) {
    await system.restart(id);
    while (!(await system.isReady(id))) await pause(100);
  }
}

async function costOf(bench: Bench, { services, target, settle }: Measured): Promise<Cost> {
  const { system, runOptions } = bench;
  const pids = services.flatMap(system.processesOf).flatMap((id) => system.pidOf(id) ?? []);
  const used = (): number => pids.reduce((sum, pid) => sum + cpuMicros(pid), 0);
  // Compiled code and filled caches.
  const warmUp = await load(target, runOptions.seconds);
  await settle?.(warmUp.good);
  const before = used();
  const { good, bad } = await load(target, runOptions.seconds);
  if (good === 0 || bad > 0) throw new Error(`${String(bad)} calls were answered otherwise`);
  await settle?.(good);
  const spent = (used() - before) / good;
  return { cpuMicros: spent, memoryMb: Math.max(...pids.map(residentMb)) };
}

/** What a seam costs where nothing is traced, ns: the reason why there is no switch at each. */
async function costOfSeamWhenOff(): Promise<number> {
  const calls = 1_000_000;
  const work = Promise.resolve(1);
  const facts = { name: 'off', kind: 'internal' } as const;
  for (let at = 0; at < calls; at += 1) openSpan(facts);
  const startedAt = performance.now();
  for (let at = 0; at < calls; at += 1) void traced(facts, () => work);
  await work;
  return ((performance.now() - startedAt) * 1e6) / calls;
}

const medianOf = (costs: readonly Cost[], figure: keyof Cost): number =>
  median(costs.map((cost) => cost[figure]));

async function compare(bench: Bench, name: string, measured: Measured, collector: Collector) {
  const { settings } = bench;
  const without: Cost[] = [];
  const within: Cost[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    delete settings['OTEL_EXPORTER_OTLP_ENDPOINT'];
    await restart(bench, measured.services);
    without.push(await costOf(bench, measured));
    settings['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.endpoint;
    await restart(bench, measured.services);
    within.push(await costOf(bench, measured));
  }
  delete settings['OTEL_EXPORTER_OTLP_ENDPOINT'];
  const [off, on] = [medianOf(without, 'cpuMicros'), medianOf(within, 'cpuMicros')];
  const memoryMb = medianOf(within, 'memoryMb') - medianOf(without, 'memoryMb');
  const percent = (on / off - 1) * 100;
  print(
    `  ${name.padEnd(10)} ${off.toFixed(0)} µs without, ${on.toFixed(0)} µs with traces: ` +
      `${percent.toFixed(1)} %; memory ${memoryMb.toFixed(1)} MB more`,
  );
  return { percent, memoryMb };
}

/** Measures the cost of traces. */
export async function measureTracing(
  bench: Bench,
  targets: { readonly redirect: Target; readonly list: Target },
  settleClicks: (clicks: number) => Promise<void>,
): Promise<void> {
  const { scorecard } = bench;
  const collector = await openCollector();
  print(
    `\ntraces at 1 %; a seam where nothing is traced: ${(await costOfSeamWhenOff()).toFixed(0)} ns`,
  );
  try {
    const costs = [
      await compare(
        bench,
        'redirect',
        { services: ['gateway', 'tracking'], target: targets.redirect, settle: settleClicks },
        collector,
      ),
      await compare(
        bench,
        'list',
        { services: ['gateway', 'commission'], target: targets.list },
        collector,
      ),
    ];
    await pause(EXPORT_MS);
    const spans = collector.spans();
    const orphans = orphansOf(spans).length;
    print(`  ${String(spans.length)} spans, ${String(orphans)} without their parent`);
    const cpu = Math.max(...costs.map(({ percent }) => percent));
    const memory = Math.max(...costs.map(({ memoryMb }) => memoryMb));
    const wrong =
      spans.length === 0 || orphans > 0 ? 'spans or their parents are missing' : undefined;
    scorecard.record('tracingCpu', { product: `${cpu.toFixed(1)} %`, value: cpu, wrong });
    scorecard.record('tracingMemory', { product: `${memory.toFixed(1)} MB`, value: memory });
  } finally {
    await collector.close();
  }
}

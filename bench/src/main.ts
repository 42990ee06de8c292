/**
 * `npm run bench`: speed as a ratio to the bare engine in the same run, with the goals beside; memory of each
 * service; start time. Absolute figures are colour: machines differ.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEngines, repositoryRoot, startSystem, type System } from '@tributary/engines';
import { catalog } from '@tributary/service/catalog';
import { inTurn, type Load, median, type Target } from './load.ts';
import { setStage, type Stage } from './stage.ts';
import { startBase } from './base-server.ts';
import { benchLedger } from './ledger.ts';

const OFFSET = 15_000;
const BASE_PORT = 15_950;
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    repetitions: { type: 'string', default: '3' },
  },
});
const asked = { seconds: Number(values.seconds), repetitions: Number(values.repetitions) };
const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Figures {
  readonly ratio: number;
  readonly p99: number;
  readonly text: string;
}

function compare(runs: { base: Load[]; product: Load[] }): Figures {
  const base = median(runs.base.map((run) => run.perSecond));
  const product = median(runs.product.map((run) => run.perSecond));
  const p99 =
    median(runs.product.map((run) => run.p99Ms)) / median(runs.base.map((run) => run.p99Ms));
  const ratios = runs.product.map(
    (run, index) => run.perSecond / (runs.base[index]?.perSecond ?? 1),
  );
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  const bad = runs.product.reduce((sum, run) => sum + run.bad, 0);
  const text = `${product.toFixed(0)}/s against ${base.toFixed(0)}/s (${spread})${bad > 0 ? `, ${String(bad)} WRONG ANSWERS` : ''}`;
  return { ratio: product / base, p99, text };
}

function report(name: string, { ratio, p99, text }: Figures, goal: string): void {
  say(
    `${name.padEnd(38)} ${ratio.toFixed(2).padStart(6)}   p99 ${p99.toFixed(2).padStart(5)}   goal ${goal.padEnd(24)} ${text}`,
  );
}

/** How many the platform has stored, for checking that what was answered is there. */
async function storedConversions(system: System, { brandToken }: Stage): Promise<number> {
  const response = await fetch(`${system.baseUrl}/api/brand/conversions?per_page=1`, {
    headers: { authorization: `Bearer ${brandToken}` },
  });
  const { data } = (await response.json()) as { data: { pagination: { total: number } } };
  return data.pagination.total;
}

async function benchRedirect(
  system: System,
  stage: Stage,
  engines: { redisUrl: string },
): Promise<void> {
  const base = await startBase('redirect', BASE_PORT, { REDIS_URL: engines.redisUrl });
  const path = `/r/${stage.trackingCode}`;
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' };
  const target = (url: string): Target => ({ url: `${url}${path}`, headers, expect: 302 });
  const own = `http://127.0.0.1:${String(catalog.tracking.http + OFFSET)}`;
  report(
    'click redirect, tracking’s own port',
    compare(await inTurn(target(base.url), target(own), asked)),
    '≥ 1.1, p99 ≤ 1.2',
  );
  report(
    'click redirect through the gateway',
    compare(await inTurn(target(base.url), target(system.baseUrl), asked)),
    '≥ 0.4',
  );
  base.stop();
}

async function benchIntake(
  system: System,
  stage: Stage,
  engines: { mongoUrl: string },
): Promise<void> {
  const base = await startBase('intake', BASE_PORT + 1, { MONGO_URL: engines.mongoUrl });
  const own = `http://127.0.0.1:${String(catalog.tracking.http + OFFSET)}`;
  const before = await storedConversions(system, stage);
  const next = () => stage.nextOrder();
  const runs = await inTurn(
    { url: `${base.url}/intake`, expect: 201, next },
    { url: `${own}/api/track/conversion`, expect: 201, next },
    asked,
  );
  report('conversion intake', compare(runs), '≥ 3, p99 ≤ 0.4');
  const answered = runs.product.reduce((sum, run) => sum + run.good, 0);
  const stored = (await storedConversions(system, stage)) - before;
  say(`${''.padEnd(38)} ${String(answered)} answered with 201, ${String(stored)} stored`);
  base.stop();
}

async function benchRead(system: System, stage: Stage): Promise<void> {
  const headers = { authorization: `Bearer ${stage.affiliateToken}` };
  const url = `${system.baseUrl}/api/affiliate/commissions?limit=50`;
  const body = await (await fetch(url, { headers })).text();
  const base = await startBase('read', BASE_PORT + 2, { BASE_BODY: body });
  const runs = await inTurn(
    { url: `${base.url}/list`, expect: 200 },
    { url, headers, expect: 200 },
    asked,
  );
  report('list of commissions through the gateway', compare(runs), '≥ 0.45');
  base.stop();
}

function residentMb(pid: number): number {
  const [, kb = '0'] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
  return Number(kb) / 1024;
}

function reportMemory(system: System, when: string): void {
  const rows = system.processes.flatMap((process) => {
    const pid = system.pidOf(process);
    return pid === undefined ? [] : [[process, residentMb(pid)] as const];
  });
  const sum = rows
    .filter(([process]) => process !== 'sandbox')
    .reduce((total, [, mb]) => total + mb, 0);
  say(`\nresident memory ${when} (goal: each ≤ 110 MB idle, all services ≤ 1,200 MB)`);
  for (const [process, mb] of rows) say(`  ${process.padEnd(14)} ${mb.toFixed(0).padStart(5)} MB`);
  say(`  ${'all services'.padEnd(14)} ${sum.toFixed(0).padStart(5)} MB`);
}

async function bench(): Promise<void> {
  const directory = join(repositoryRoot(), '.engines/bench');
  const ports = { mongo: 15_401, kafka: 15_402, kafkaController: 15_403, redis: 15_404 };
  const engines = await openEngines({ directory, mode: 'start', ports, log: say });
  execFileSync(process.execPath, [join(repositoryRoot(), 'scripts/build.ts')]);
  const started = performance.now();
  const system = await startSystem({
    engines,
    directory,
    portOffset: OFFSET,
    env: {
      LOG_LEVEL: 'warn',
      NAMESPACE: `b${String(Date.now())}-`,
      RATE_LIMIT_TRACKING_PER_HOUR_PER_IP: '0',
      RATE_LIMIT_API_PER_MINUTE: '0',
    },
    log: say,
  });
  try {
    const seconds = (performance.now() - started) / 1000;
    say(
      `\nstart of all services, engines running: ${seconds.toFixed(1)} s (goal: warm npm start ≤ 20 s)`,
    );
    reportMemory(system, 'idle');
    const stage = await setStage(system.baseUrl);
    say(`\n${'path'.padEnd(38)}  ratio`);
    await benchRead(system, stage);
    await benchRedirect(system, stage, engines);
    await benchIntake(system, stage, engines);
    await benchLedger(engines, say);
    reportMemory(system, 'after the load');
  } finally {
    await system.stop();
    await engines.close();
  }
}

await bench();

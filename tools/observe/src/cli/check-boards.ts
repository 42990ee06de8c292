/**
 * Runs every query of the boards against the running system, by a Prometheus of its own, and names those without data.
 * Exit code 1 if a metric of the registry is served by no process, or has more series than it may. Environment: BASE_URL.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { allMetrics } from '@tributary/metrics';
import { boards } from '../boards/boards.ts';
import { scrapeConfig } from '../scrape.ts';

const PORT = 19_090;
const SCRAPE_SECONDS = 2;
/** Enough scrapes for a rate over a minute. */
const WAIT_MS = 20_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const offset = Number(process.env['PORT_OFFSET'] ?? '0');
const directory = mkdtempSync(join(tmpdir(), 'prometheus-'));
const configFile = join(directory, 'prometheus.yaml');
writeFileSync(
  configFile,
  scrapeConfig(({ opsPort }) => `127.0.0.1:${String(opsPort + offset)}`, {
    everySeconds: SCRAPE_SECONDS,
    ruleFiles: [],
  }),
);
const prometheus = spawn(
  'prometheus',
  [
    `--config.file=${configFile}`,
    `--storage.tsdb.path=${join(directory, 'data')}`,
    `--web.listen-address=127.0.0.1:${String(PORT)}`,
    '--log.level=error',
  ],
  { stdio: 'inherit' },
);
prometheus.on('error', () => {
  process.stderr.write('Prometheus was not found (apt-get install prometheus).\n');
  process.exit(69);
});

interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

async function query(expr: string): Promise<readonly Sample[]> {
  const url = `http://127.0.0.1:${String(PORT)}/api/v1/query?query=${encodeURIComponent(expr)}`;
  const answer = (await (await fetch(url)).json()) as {
    readonly status: string;
    readonly error?: string;
    readonly data: { readonly result: readonly Sample[] };
  };
  if (answer.status !== 'success') throw new Error(`${expr}: ${answer.error ?? ''}`);
  return answer.data.result;
}

async function checkPanels(): Promise<void> {
  for (const { title, panels } of boards) {
    for (const panel of panels) {
      for (const { expr, legend } of panel.queries) {
        const found = await query(expr.replaceAll('$__rate_interval', '1m'));
        if (found.length === 0) print(`no data yet: ${title}, ${panel.title}, ${legend}`);
      }
    }
  }
}

/** A metric of the registry that no process serves, or with too many series. */
async function checkMetrics(): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { name, kind, maxSeries } of allMetrics) {
    const series = kind === 'histogram' ? `${name}_count` : name;
    const [served] = await query(`max(count by (instance) (${series}))`);
    // A counter with labels has no series until its first event.
    if (served === undefined) print(`no series yet: ${name}`);
    else if (Number(served.value[1]) > maxSeries)
      problems.push(
        `${name} has ${served.value[1]} series in one process, more than ${String(maxSeries)}`,
      );
  }
  return problems;
}

try {
  await pause(WAIT_MS);
  await checkPanels();
  const problems = await checkMetrics();
  problems.forEach(print);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  prometheus.kill();
  rmSync(directory, { recursive: true, force: true });
}

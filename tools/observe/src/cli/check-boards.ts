/**
 * Runs every query of the boards against the running system, by a Prometheus of its own, and names those without data.
 * Exit code 1 if a metric of the registry is served by no process, or has more series than it may. Environment: BASE_URL.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { allMetrics } from '@tributary/metrics';
import { boards } from '../boards/boards.ts';
import { openPrometheus } from '../prometheus.ts';
import { scrapeConfig } from '../scrape.ts';

const PORT = 19_090;
const SCRAPE_SECONDS = 2;
/** Enough scrapes for a rate over a minute. */
const WAIT_MS = 20_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const offset = Number(process.env['PORT_OFFSET'] ?? '0');
const { query, close } = openPrometheus(
  scrapeConfig(({ opsPort }) => `127.0.0.1:${String(opsPort + offset)}`, {
    everySeconds: SCRAPE_SECONDS,
    ruleFiles: [],
  }),
  PORT,
);

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
  close();
}

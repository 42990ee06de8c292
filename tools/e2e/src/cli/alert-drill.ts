import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '@tributary/testing';
import { type Engines, repositoryRoot } from '@tributary/engines';
import {
  type DrilledAlert,
  openPrometheus,
  recordDrill,
  ruleFiles,
  scrapeConfig,
} from '@tributary/observe';
import { drillAlerts, FIRES_WITHIN_S } from '../alerts/drill.ts';
import { faults } from '../alerts/faults.ts';
import { openFaultyWorld } from '../alerts/world.ts';
import { print } from '../chaos/report.ts';
import { withEnginesToKill, withSystem } from '../chaos/with-own-system.ts';
import { type TestSystem } from '../system.ts';

const USAGE = `Plants faults in a system of its own, and shows that the alert of each fires within two minutes and ends afterwards

  npm run tool -- alert-drill [--only ALERT,ALERT] [--record]

Needs Debian's Prometheus (apt-get install prometheus), which reads all processes every 15 seconds and has the rules of deploy/observe.
Takes about 25 minutes. --record keeps the result for docs/alerts.md, which npm run gen renews. Exit code 1 where an alert does not
fire in time or does not end.`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
});

/** As in deploy/observe/prometheus.yaml. */
const SCRAPE_SECONDS = 15;

/** People of one address order and pay without limits. */
const SETTINGS = { RATE_LIMIT_API_PER_MINUTE: '0', RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR: '0' };

function writeRules(directory: string): string[] {
  return Object.entries(ruleFiles()).map(([name, text]) => {
    const file = join(directory, name);
    writeFileSync(file, text);
    return file;
  });
}

async function run(system: TestSystem, engines: Engines): Promise<readonly DrilledAlert[]> {
  const directory = mkdtempSync(join(tmpdir(), 'tributary-rules-'));
  const address = ({ opsPort }: { readonly opsPort: number }) =>
    `127.0.0.1:${String(opsPort + system.portOffset)}`;
  const options = { everySeconds: SCRAPE_SECONDS, ruleFiles: writeRules(directory) };
  const world = await openFaultyWorld(system, engines);
  const prometheus = openPrometheus(scrapeConfig(address, options), await freePort());
  try {
    const only = values.only?.split(',');
    const chosen = faults.filter(({ alert }) => only?.includes(alert) ?? true);
    return await drillAlerts(world, prometheus, chosen);
  } finally {
    prometheus.close();
    await world.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

const isPassed = ({ firedAfterS, clearedAfterS }: DrilledAlert): boolean =>
  firedAfterS !== null && firedAfterS <= FIRES_WITHIN_S && clearedAfterS !== null;

if (values.help === true) print(USAGE);
else {
  const drill = async (system: TestSystem, engines: Engines): Promise<void> => {
    const drilled = await run(system, engines);
    if (values.record) recordDrill(drilled);
    process.exitCode = drilled.every(isPassed) ? 0 : 1;
  };
  await withEnginesToKill(
    (engines) => withSystem(engines, SETTINGS, (system) => drill(system, engines)),
    { directory: join(repositoryRoot(), '.engines/alerts') },
  );
}

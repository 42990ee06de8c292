/**
 * `npm run tool -- evaluate-fraud [--seeds 10] [--first-seed 1001] [--form plain|evasive] [--out FOLDER]`: measures
 * how well the fraud score finds invented attacks. Months of traffic from seeds that no weight was chosen by go
 * through the service's own consumers and stores. `--first-seed 1` is where weights are chosen.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEngines, repositoryRoot } from '@tributary/engines';
import { configOrExit } from '@tributary/service';
import { type Form, inventTraffic, networkList } from '@tributary/traffic';
import { DAY_MS } from '@tributary/units';
import { openKeyedHashes } from '../clients/keyed-hashes.ts';
import { readAttributionConfig } from '../config.ts';
import { ablations, precisionRecall, without } from '../testing/evaluation/figures.ts';
import { precisionRecallSvg } from '../testing/evaluation/precision-recall-chart.ts';
import { type Outcome, reportOf } from '../testing/evaluation/report.ts';
import { runWorld } from '../testing/evaluation/run-world.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    'first-seed': { type: 'string', default: '1001' },
    form: { type: 'string', default: 'both' },
    out: { type: 'string', default: join(repositoryRoot(), '.engines', 'fraud-evaluation') },
  },
});
const DAYS = 31;
const PEPPER = 'evaluation-pepper';

const log = (line: string): void => void process.stderr.write(`${line}\n`);
const directory = join(repositoryRoot(), '.engines', 'evaluation');
const engines = await openEngines({ directory, mode: 'test', log });
const listFile = join(mkdtempSync(join(tmpdir(), 'networks-')), 'networks.txt');
writeFileSync(listFile, networkList);
const config = configOrExit(() =>
  readAttributionConfig({
    LOG_LEVEL: 'error',
    ...process.env,
    MONGO_URL: engines.mongoUrl,
    KAFKA_BROKERS: engines.kafkaBrokers,
    REDIS_URL: engines.redisUrl,
    EMAIL_PEPPER: PEPPER,
    NETWORK_LIST_FILE: listFile,
  }),
);
const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const start = new Date(today - DAYS * DAY_MS);
const forms: readonly Form[] =
  values.form === 'plain' || values.form === 'evasive' ? [values.form] : ['plain', 'evasive'];
const outcomes: Outcome[] = [];
const hashes = openKeyedHashes({ EMAIL_PEPPER: PEPPER });
const hashEmail = (text: string): string => hashes.hashMailbox(text) ?? '';

async function evaluate(seed: number, form: Form): Promise<Outcome> {
  const began = performance.now();
  const traffic = inventTraffic({ seed, form, start, hashEmail });
  const { uncounted, ...outcome } = await runWorld(config, traffic, start);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const { clicks, conversions } = traffic.world;
  log(
    `seed ${seed} ${form}: ${clicks.length} clicks, ${conversions.length} conversions (${uncounted} without counters), ${seconds} s`,
  );
  return { seed, form, ...outcome };
}

const scoredOf = (form: Form) =>
  outcomes.filter((one) => one.form === form).flatMap(({ scored }) => scored);

/** Writes the report after each seed, so that an interrupted run leaves its results. */
function write(): string {
  const plain = scoredOf('plain');
  const noHistory = ablations.find(({ name }) => name === 'no affiliate history');
  const curves = [
    { name: 'plain', color: '#1b6ca8', points: precisionRecall(plain) },
    { name: 'evasive', color: '#c8553d', points: precisionRecall(scoredOf('evasive')) },
    {
      name: 'plain, no affiliate history',
      color: '#9a9a9a',
      points: precisionRecall(without(plain, noHistory?.isLeftOut ?? (() => false))),
    },
  ].filter(({ points }) => points.length > 0);
  const report = reportOf(outcomes);
  mkdirSync(values.out, { recursive: true });
  writeFileSync(join(values.out, 'precision-recall.svg'), precisionRecallSvg(curves));
  writeFileSync(join(values.out, 'report.md'), report);
  return report;
}

let report = '';
for (let index = 0; index < Number(values.seeds); index += 1) {
  const seed = Number(values['first-seed']) + index;
  outcomes.push(...(await Promise.all(forms.map((form) => evaluate(seed, form)))));
  report = write();
}
await engines.close();
process.stdout.write(`${report}\nWritten to ${values.out}/report.md and precision-recall.svg\n`);

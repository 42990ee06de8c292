import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemDirectory } from '@tributary/engines';
import { readEvents } from '@tributary/messaging';
import { findLogged } from '../conversion-trace/logged.ts';
import { inOrder, lineOf, type Moment } from '../conversion-trace/moment.ts';
import { findStored, findNotified } from '../conversion-trace/stored.ts';
import { openSystemData } from '../system-data.ts';
import { systemDataOptions } from '../system-data-options.ts';

const USAGE = `Everything that is known about one conversion, in order of time

  npm run tool -- trace-conversion ID [--logs DIR]

From records, the ledger, events that Kafka still has (7 days), webhooks, messages and logs. Logs are those of the system that npm
start runs from this folder, or the files *.log of DIR. Nothing that names a person is shown.
Environment: MONGO_URL, KAFKA_BROKERS, KAFKA_TLS*, KAFKA_SASL_* as of a service, NAMESPACE, else those of the system that npm start
runs.`;

/** The topics of what follows from a conversion. */
const TOPICS = [
  'tracking.conversions',
  'attribution.assessments',
  'commission.commissions',
  'payout.payouts',
];

const say = (text: string): void => void process.stderr.write(`${text}\n`);

async function gather(id: string, logs: string): Promise<Moment[] | undefined> {
  const options = await systemDataOptions(process.env);
  if (options === undefined) return undefined;
  const data = await openSystemData(options);
  try {
    const stored = await findStored(data, id);
    if (stored === undefined) return undefined;
    const correlationIds = new Set<string>();
    const published: Moment[] = [];
    await readEvents(process.env, TOPICS, (event) => {
      if (![...stored.ids].some((one) => event.payload.includes(one))) return;
      if (event.correlationId !== undefined) correlationIds.add(event.correlationId);
      const details = { id: event.id, correlation_id: event.correlationId };
      const { time: at, source: service, type: what } = event;
      published.push({ at, from: 'event', service, what, details });
    });
    const notified = await findNotified(data, stored.ids, correlationIds);
    const logged = await findLogged(logs, { ids: stored.ids, correlationIds });
    return inOrder([...stored.moments, ...published, ...notified, ...logged]);
  } finally {
    await data.close();
  }
}

async function run(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { logs: { type: 'string' }, help: { type: 'boolean' } },
  });
  const [id] = positionals;
  if (values.help === true || id === undefined) {
    say(USAGE);
    return values.help === true ? 0 : 2;
  }
  const moments = await gather(id, values.logs ?? join(systemDirectory(), 'logs'));
  if (moments === undefined) {
    say('There is no such conversion');
    return 1;
  }
  for (const moment of moments) process.stdout.write(`${lineOf(moment)}\n`);
  return 0;
}

process.exitCode = await run().catch((error: unknown) => {
  say(`Failed: ${error instanceof Error ? error.message : String(error)}`);
  return 1;
});

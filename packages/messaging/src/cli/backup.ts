import { parseArgs } from 'node:util';
import { backUp } from '../backup/back-up.ts';
import { backupPlaces } from '../backup/places.ts';

const USAGE = `Saves the state of all databases at one moment, while the system runs

  npm run backup -- --to DIR

DIR is new or empty. It receives the documents as mongodump writes them, and the events that are published and not yet handled by
every consumer. It holds personal data and encrypted secrets; the keys of the secrets are not in it.
Environment: MONGO_URL, MONGO_TLS_CA, KAFKA_BROKERS, KAFKA_TLS*, KAFKA_SASL_* as of a service, NAMESPACE, else those of the system
that npm start runs.`;

const { values } = parseArgs({ options: { to: { type: 'string' }, help: { type: 'boolean' } } });
if (values.help === true || values.to === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = values.help === true ? 0 : 2;
} else {
  try {
    const { at, documents, events } = await backUp(backupPlaces(values.to, process.env));
    process.stdout.write(
      `state of ${at}: ${String(documents)} documents, ${String(events)} events in ${values.to}\n`,
    );
  } catch (error) {
    process.stderr.write(`Failed: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

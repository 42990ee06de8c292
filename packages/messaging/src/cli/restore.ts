import { parseArgs } from 'node:util';
import { backupPlaces } from '../backup/places.ts';
import { readManifest } from '../backup/files.ts';
import { publishSaved, restore } from '../backup/restore.ts';

const USAGE = `Fills an empty installation from a backup

  npm run restore -- --from DIR                 databases and events, before the services start
  npm run restore -- --from DIR --events-only   events alone: what was handled is not repeated

The installation has the same keys of secrets (TRACKING_SECRETS_KEY and the others of docs/settings.md) as the one of the backup.
Environment: MONGO_URL, MONGO_TLS_CA, KAFKA_BROKERS, KAFKA_TLS*, KAFKA_SASL_* as of a service, NAMESPACE, else those of the system
that npm start runs.`;

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    'events-only': { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

async function run(directory: string): Promise<string> {
  const places = backupPlaces(directory, process.env);
  if (values['events-only'] === true) {
    return `${String(await publishSaved(places, await readManifest(directory)))} events published`;
  }
  const { at, documents } = await restore(places);
  return `restored the state of ${at}: ${String(documents)} documents`;
}
if (values.help === true || values.from === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = values.help === true ? 0 : 2;
} else {
  try {
    process.stdout.write(`${await run(values.from)}\n`);
  } catch (error) {
    process.stderr.write(`Failed: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

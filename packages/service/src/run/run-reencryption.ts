import { type Mongo, openMongo, type RewriteReport } from '@tributary/mongo';
import { type BaseConfig } from '../config.ts';
import { openLog } from '../log.ts';
import { databaseOf } from './platform.ts';
import { configOrExit } from './run-process.ts';

interface Reencryption<Config extends BaseConfig> {
  readonly usage: string;
  readonly readConfig: () => Config;
  readonly reencrypt: (
    connection: Mongo['connection'],
    config: Config,
  ) => Promise<Readonly<Record<string, RewriteReport>>>;
}

/**
 * A command that encrypts a service's stored secrets by its new key. Prints the counts of each collection
 * as JSON.
 * @returns the exit code: 0, 1 where a secret could not be read, or 2 for arguments, as it takes none
 */
export async function runReencryption<Config extends BaseConfig>({
  usage,
  readConfig,
  reencrypt,
}: Reencryption<Config>): Promise<number> {
  if (process.argv.length > 2) {
    process.stderr.write(usage);
    return 2;
  }
  const config = configOrExit(readConfig);
  const log = openLog(config.service, 'error');
  const mongo = await openMongo({ url: config.mongoUrl, database: databaseOf(config), log });
  try {
    const reports = await reencrypt(mongo.connection, config);
    process.stdout.write(`${JSON.stringify(reports, null, 2)}\n`);
    return Object.values(reports).some(({ failed }) => failed > 0) ? 1 : 0;
  } finally {
    await mongo.close();
  }
}

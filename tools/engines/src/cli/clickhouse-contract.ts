import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { engineConfig, repositoryRoot } from '../config.ts';
import { messageOf } from '../errors.ts';
import { exitOnSignals } from '../exit-on-signals.ts';
import { findChdb } from '../install/chdb.ts';
import { openEngines } from '../open-engines.ts';

const USAGE = `Tests the figures of analytics in ClickHouse, on the engine itself.

  npm run tool -- clickhouse-contract [ARGUMENTS OF JEST]
      installs chdb, which is ClickHouse in process (550 MB, once, into the folder of downloaded engines), and runs all
      files services/analytics/**/*.contract.ts: the suite that the figures in MongoDB pass, and comparisons of both
  npm run tool -- clickhouse-contract --measure [ARGUMENTS]
      measures reports, bytes a click and the rebuild; --help after it lists the arguments

Exit code 0: all passed.`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const TESTS = '<rootDir>/services/analytics/src/**/*.contract.ts';
const MEASUREMENT = 'services/analytics/src/testing/generate-clickhouse-load.ts';

function runNode(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const options = { cwd: repositoryRoot(), stdio: 'inherit' as const };
  const child = spawn(process.execPath, args, { ...options, env: { ...process.env, ...env } });
  return new Promise((done) => {
    child.on('exit', (code) => done(code ?? 1));
  });
}

async function test(args: readonly string[], chdb: NodeJS.ProcessEnv): Promise<number> {
  const directory = join(repositoryRoot(), '.engines', 'clickhouse-contract');
  const engines = await openEngines({ directory, mode: 'test', log: print });
  const { mongoUrl, kafkaBrokers, redisUrl } = engines;
  const env = { MONGO_URL: mongoUrl, KAFKA_BROKERS: kafkaBrokers, REDIS_URL: redisUrl };
  const jest = ['node_modules/jest/bin/jest.js', '--testMatch', TESTS, '--runInBand'];
  try {
    return await runNode([...jest, ...args], { NODE_ENV: 'test', ...env, ...chdb });
  } finally {
    await engines.close();
  }
}

async function main([first, ...rest]: readonly string[]): Promise<number> {
  if (first === '--help') {
    print(USAGE);
    return 0;
  }
  const chdb = { CHDB_FOLDER: await findChdb(engineConfig().cacheDirectory, print) };
  if (first === '--measure') return runNode([MEASUREMENT, ...rest], chdb);
  return test(first === undefined ? [] : [first, ...rest], chdb);
}

exitOnSignals();
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}

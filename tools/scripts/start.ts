/**
 * `npm start`: builds what changed, finds the engines, starts every service, prints the addresses, and
 * stops all of it again on Ctrl-C. `--fresh` removes the data first.
 */
import {
  EngineError,
  findPortOffset,
  forgetSystem,
  isExposed,
  messageOf,
  noteSystem,
  openEngines,
  removeData,
  launchSystem,
  SettingsError,
  stopEarlierRun,
  systemDirectory,
  type Engines,
  type System,
} from '@tributary/engines';
import { redactText } from '@tributary/service/edge';
import { checkSettings } from './start/check-settings.ts';
import { createFirstAdmin } from './start/first-admin.ts';
import { createTerminalLog } from './start/terminal-log.ts';

const directory = systemDirectory();

/** Beside the services' 41xx to 49xx, so that a MongoDB or Redis of the machine's own is not met. */
const ENGINE_PORTS = { mongo: 4401, kafka: 4402, kafkaController: 4403, redis: 4404 };

const SAME_SIGNAL_MS = 1000;

/** EX_CONFIG of sysexits.h. */
const WRONG_SETTINGS = 78;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function numberFrom(name: string): number | undefined {
  const text = process.env[name] ?? '';
  if (text === '') return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0 && value < 65_536) return value;
  throw new SettingsError(`${name} is ${text}, not a port number`, `set ${name} to a whole number`);
}

function shifted(offset: number): typeof ENGINE_PORTS {
  const ports = Object.entries(ENGINE_PORTS).map(([name, port]) => [name, port + offset] as const);
  return Object.fromEntries(ports) as typeof ENGINE_PORTS;
}

const listenHost = process.env['LISTEN_HOST'] || '127.0.0.1';
const firstAdmin = createFirstAdmin(process.env['ADMIN_PASSWORD'], isExposed(listenHost));

function describe(system: System, engines: Engines): string {
  const { baseUrl, sandboxUrl } = system;
  const url = baseUrl.replace('127.0.0.1', 'localhost');
  const sandbox = sandboxUrl.replace('127.0.0.1', 'localhost');
  return `
Tributary is ready.
  console          ${url}
  gateway          ${url}
  API docs         ${url}/docs    (OpenAPI: ${url}/openapi.json)
  admin sign-in    ${process.env['ADMIN_EMAIL'] ?? 'admin@example.com'} / ${firstAdmin.description()}
  sandbox inboxes  ${sandbox}
  engines          ${engines.kind}: ${redactText(engines.mongoUrl)}, ${engines.kafkaBrokers}, ${redactText(engines.redisUrl)}
  logs             .engines/logs/
Press Ctrl-C to stop everything.
`;
}

/** What is running so far, so that a stop at any moment ends exactly that. */
const running: { engines?: Engines; system?: System } = {};
let stopping: Promise<void> | undefined;

async function stopAll(): Promise<void> {
  // The file of another start in this folder stays.
  if (running.system !== undefined) forgetSystem(directory);
  await running.system?.stop();
  await running.engines?.close();
}

function stopOnSignals(): void {
  let stoppedAt = 0;
  const stop = (): void => {
    // One Ctrl-C may come twice: from the terminal, and passed on by npm.
    if (stopping !== undefined && Date.now() - stoppedAt < SAME_SIGNAL_MS) return;
    stoppedAt = Date.now();
    if (stopping !== undefined) {
      print('\nForced.');
      running.system?.killAll();
      process.exit(1);
    }
    print('\nStopping (Ctrl-C again forces) ...');
    stopping = stopAll().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${messageOf(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}

/** PORT_OFFSET, or else one at which all ports are free, as another system may run on this machine. */
async function findOffset(): Promise<number> {
  const named = numberFrom('PORT_OFFSET');
  if (named !== undefined) return named;
  const offset = await findPortOffset(Object.values(ENGINE_PORTS));
  if (offset > 0) print(`ports of another system are taken: all are shifted by ${String(offset)}`);
  return offset;
}

async function start(): Promise<void> {
  const port = numberFrom('PORT');
  await checkSettings(process.env);
  await stopEarlierRun(directory, print);
  if (process.argv.includes('--fresh')) await removeData(directory, print);
  const offset = await findOffset();
  const ports = shifted(offset);
  const engines = await openEngines({ directory, mode: 'start', ports, log: print });
  running.engines = engines;
  print('starting the services');
  const showOnTerminal = createTerminalLog(print);
  const system = await launchSystem({
    engines,
    directory,
    portOffset: offset,
    listenHost,
    env: firstAdmin.env,
    ...(port !== undefined && { port }),
    log: print,
    onOutput: (process, line) => {
      firstAdmin.read(line);
      showOnTerminal(process, line);
    },
  });
  running.system = system;
  await system.ready();
  noteSystem(directory, system, engines, process.env);
  if (stopping === undefined) print(describe(system, engines));
}

// A closed terminal is no reason to leave processes behind.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);
stopOnSignals();
try {
  await start();
} catch (error) {
  if (stopping === undefined) {
    process.stderr.write(`${error instanceof EngineError ? error.message : String(error)}\n`);
    await stopAll();
    process.exit(error instanceof SettingsError ? WRONG_SETTINGS : 1);
  }
}

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSecuredEngines, repositoryRoot, type SecuredEngines } from '@tributary/engines';
import { applyRights, type EngineRights, readEngineRights } from '@tributary/engines/rights';
import { mongoUrlOf } from '@tributary/mongo/access';
import { Client } from '../client.ts';
import { openSystem, type TestSystem } from '../system.ts';
import { DenialError, type Denials, openDenials } from './denials.ts';
import { takeOrder } from './take-order.ts';
import { type EngineUsers, makeUsers, settingsOf, withoutRight } from './users.ts';

/** Shows that rights apply to one system of several that share engines. */
const NAMESPACE = 's1-';

/** A right that is left out: a topic, group, database or pattern of keys, and the service that has it. */
export interface LeftOut {
  readonly name: string;
  readonly service: string;
}

type Log = (line: string) => void;

function rightsWithout(leftOut: LeftOut | undefined): EngineRights {
  const rights = readEngineRights(NAMESPACE);
  if (leftOut === undefined) return rights;
  const user = `${NAMESPACE}tributary-${leftOut.service}`;
  return withoutRight(rights, user, NAMESPACE + leftOut.name);
}

async function applyAll(
  engines: SecuredEngines,
  users: EngineUsers,
  rights: EngineRights,
  log: Log,
): Promise<void> {
  const { admin, caFile, kafkaBrokers, mongoUrl, redisUrl } = engines;
  const kafka = {
    brokers: [kafkaBrokers],
    tls: { ca: readFileSync(caFile, 'utf8') },
    sasl: { mechanism: 'plain', username: admin.name, password: admin.password } as const,
  };
  const passwords = new Map(Object.values(users).map(({ name, password }) => [name, password]));
  const access = { mongoUrl, kafka, redisUrl, redisCaFile: caFile };
  const lines = await applyRights(access, rights, (_engine, user) => passwords.get(user));
  for (const line of lines) log(line);
}

/** Runs an operators' tool as the operator's user. Throws where it fails. */
async function runTool(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const script = join(repositoryRoot(), 'tools/scripts/tool.ts');
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise<number | null>((done) => child.once('exit', done));
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}`);
}

async function useSystem(system: TestSystem, operator: NodeJS.ProcessEnv, log: Log): Promise<void> {
  await takeOrder(new Client(system));
  log('An order was taken from its click to its payout');
  const violations = await system.violations();
  if (violations.length > 0) throw new Error(violations.join('\n'));
  log('All invariants hold');
  await runTool(['dead-letters', 'list'], { ...operator, NAMESPACE });
  await runTool(['dead-letters', 'replay'], { ...operator, NAMESPACE });
  log('The operator reads and replays dead letters');
  const move = ['topic-partitions', 'move', 'webhook.announcements', '6'];
  await runTool(move, { ...operator, NAMESPACE });
  log('The operator moves a topic to more partitions');
}

/** Fails with the denials, if there are any, rather than with what they led to. */
async function untilDenied<T>(denials: Denials, work: () => Promise<T>): Promise<T> {
  const done = new AbortController();
  try {
    return await Promise.race([work(), denials.watch(done.signal)]);
  } catch (error) {
    const listed = await denials.list();
    throw listed.length > 0 ? new DenialError(listed) : error;
  } finally {
    done.abort();
  }
}

async function startAndUse(
  engines: SecuredEngines,
  users: EngineUsers,
  denials: Denials,
  log: Log,
): Promise<void> {
  const operator = settingsOf(engines, users.operator);
  const { MONGO_URL, MONGO_TLS_CA, REDIS_URL: redisUrl = '' } = operator;
  const mongoUrl = mongoUrlOf({ MONGO_URL, MONGO_TLS_CA }) ?? '';
  const system = await openSystem(
    { NAMESPACE, INNER_TLS_CERT: engines.serverFile, INNER_TLS_CA: engines.caFile },
    { mongoUrl, kafkaBrokers: engines.kafkaBrokers, redisUrl },
    { envOf: (id) => (id === 'sandbox' ? {} : settingsOf(engines, users[id])) },
  );
  try {
    log('Every service runs as a user of its own, and calls the others by mutual TLS');
    await untilDenied(denials, () => useSystem(system, operator, log));
    const listed = await denials.list();
    if (listed.length > 0) throw new DenialError(listed);
  } finally {
    await system.close();
  }
}

/**
 * Starts engines with TLS and users, applies the rights of deploy/engines, and runs the whole system with them, its
 * services by mutual TLS among each other.
 * Throws DenialError where an engine refuses a request of a service.
 */
export async function runSecuredSystem(leftOut: LeftOut | undefined, log: Log): Promise<void> {
  const rights = rightsWithout(leftOut);
  const users = makeUsers(NAMESPACE);
  const directory = join(repositoryRoot(), '.engines', 'secured');
  const engines = await openSecuredEngines({
    directory,
    kafkaUsers: Object.values(users),
    log,
  });
  const denials = await openDenials(engines);
  try {
    await applyAll(engines, users, rights, log);
    await untilDenied(denials, () => startAndUse(engines, users, denials, log));
  } finally {
    denials.close();
    await engines.close();
  }
}

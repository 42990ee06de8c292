/**
 * `npm run tool -- NAME [ARGUMENTS]`: runs an operators' or developers' command, any `src/cli/<name>.ts` of
 * a service, a package or a tool. Without a name it lists them all.
 */
import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { serviceIds } from '@tributary/catalog';
import {
  commandEnvironment,
  exitUnlessReachable,
  type SystemPart,
  systemDirectory,
} from '@tributary/engines';

const root = join(import.meta.dirname, '..', '..');

const commands = new Map(
  globSync('{services,packages,tools}/*/src/cli/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => [basename(file, '.ts'), file] as const)
    .toSorted(([a], [b]) => a.localeCompare(b)),
);

/** The first sentence of the command's usage text, or else of the comment that its file begins with. */
function summaryOf(file: string): string {
  const source = readFileSync(join(root, file), 'utf8');
  const usage = /^const USAGE = ['`](.*)/m.exec(source)?.[1];
  const comment = /^\/\*\*(.*?)\*\//s.exec(source)?.[1]?.replaceAll(/^\s*\*/gm, '');
  const text = (usage ?? comment ?? '').trim().replaceAll(/\s+/g, ' ');
  return text.split(/(?<=[.:]) /)[0] ?? '';
}

function list(): void {
  const width = Math.max(...[...commands.keys()].map((name) => name.length));
  for (const [name, file] of commands) {
    process.stdout.write(`${name.padEnd(width)}  ${summaryOf(file)}\n`);
  }
}

/** The parts of a system that the command needs: those that its usage text names under Environment. */
function partsOf(file: string): readonly SystemPart[] {
  const [, named = ''] =
    /^(?: \* )?Environment:(.*?)(?:`|\*\/)/ms.exec(readFileSync(join(root, file), 'utf8')) ?? [];
  const parts = ['BASE_URL', 'MONGO_URL', 'KAFKA_BROKERS', 'REDIS_URL'] as const;
  return parts.filter((part) => named.includes(part));
}

async function run(file: string, args: readonly string[]): Promise<void> {
  const service = serviceIds.find((id) => file.startsWith(`services/${id}/`));
  const env = await commandEnvironment(systemDirectory(), process.env, service);
  if (!args.includes('--help')) await exitUnlessReachable(partsOf(file), env);
  const child = spawn(process.execPath, [join(root, file), ...args], { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 130);
  });
}

const [name, ...args] = process.argv.slice(2);
const file = commands.get(name ?? '');
if (name === undefined) {
  list();
} else if (file === undefined) {
  process.stderr.write(`There is no tool ${name}; npm run tool lists them.\n`);
  process.exitCode = 1;
} else {
  await run(file, args);
}

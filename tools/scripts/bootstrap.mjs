/**
 * Runs a script of this repository on a machine that has nothing but Node 20 and npm: brings Node 24 and
 * pnpm into .tools, installs the packages when the lockfile has changed, and hands over.
 *
 *   node tools/scripts/bootstrap.mjs SCRIPT [ARGUMENTS]      a TypeScript file, run by Node itself
 *   node tools/scripts/bootstrap.mjs --bin NAME [ARGUMENTS]  a program of node_modules/.bin
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  BootstrapError,
  commandFor,
  environmentFor,
  isAtLeast,
  NODE_VERSION,
  nodePackage,
  OLDEST_NODE,
  PNPM_VERSION,
  registryError,
  requireStartableNode,
} from './bootstrap/plan.mjs';

const root = join(import.meta.dirname, '..', '..');
const tools = join(root, '.tools');
const lock = join(tools, 'lock');
const stamp = join(root, 'node_modules', '.installed-lockfile');

const ownNode = isAtLeast(process.version, OLDEST_NODE) ? process.execPath : undefined;

/** The package that brings Node, or undefined where the one that runs this will do. */
const nodeTool = () =>
  ownNode === undefined ? nodePackage(process.platform, process.arch) : undefined;

const nodePath = () => ownNode ?? join(tools, 'node_modules', nodeTool() ?? '', 'bin', 'node');

const pnpmPath = join(tools, 'node_modules', 'pnpm', 'bin', 'pnpm.mjs');

/** @param {string} name */
function installedVersion(name) {
  try {
    const file = join(tools, 'node_modules', name, 'package.json');
    return JSON.parse(readFileSync(file, 'utf8')).version;
  } catch {
    return undefined;
  }
}

function wantedTools() {
  const node = nodeTool();
  const wanted = node === undefined ? {} : { [node]: NODE_VERSION };
  return Object.entries({ ...wanted, pnpm: PNPM_VERSION });
}

const toolsAreThere = () =>
  wantedTools().every(([name, version]) => installedVersion(name) === version);

function lockfileDigest() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .digest('hex');
}

function packagesAreThere() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfileDigest();
}

/**
 * Runs a program and shows what it prints only when it fails.
 * @param {string} file @param {readonly string[]} args @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ code: number, output: string }>}
 */
function run(file, args, env) {
  return new Promise((done) => {
    const child = spawn(file, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    }
    const stop = () => child.kill('SIGTERM');
    process.once('SIGTERM', stop).once('SIGHUP', stop);
    child.on('error', (error) => done({ code: 127, output: error.message }));
    child.on('close', (code) => {
      process.off('SIGTERM', stop).off('SIGHUP', stop);
      done({ code: code ?? 1, output });
    });
  });
}

async function installTools() {
  print(
    `installing ${wantedTools()
      .map(([name, version]) => `${name} ${version}`)
      .join(' and ')}`,
  );
  const manifest = { private: true, dependencies: Object.fromEntries(wantedTools()) };
  writeFileSync(join(tools, 'package.json'), JSON.stringify(manifest, null, 2));
  rmSync(join(tools, 'package-lock.json'), { force: true });
  const flags = [
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--ignore-scripts',
    '--fetch-retries',
    '1',
  ];
  const args = ['install', '--prefix', tools, '--loglevel', 'error', ...flags];
  const npm = process.env['npm_execpath'];
  const env = environmentFor(process.env, []);
  const byNpm = npm !== undefined && npm.endsWith('npm-cli.js');
  const result = byNpm
    ? await run(process.execPath, [npm, ...args], env)
    : await run('npm', args, env);
  if (result.code === 0 && toolsAreThere()) return;
  throw explain('npm', result.output);
}

/** @param {NodeJS.ProcessEnv} env */
async function installPackages(env) {
  print('installing packages');
  const args = [pnpmPath, 'install', '--frozen-lockfile', '--reporter', 'append-only'];
  const settings = {
    // pnpm would otherwise prompt before it replaces a folder of another version.
    CI: 'true',
    // Without a network the answer should come in seconds.
    PNPM_CONFIG_FETCH_RETRIES: '1',
    PNPM_CONFIG_FETCH_RETRY_MINTIMEOUT: '1000',
  };
  const result = await run(nodePath(), args, { ...settings, ...env });
  if (result.code !== 0) throw explain('pnpm', result.output);
  writeFileSync(stamp, lockfileDigest());
}

/** @param {string} tool @param {string} output */
function explain(tool, output) {
  const known = registryError(tool, output);
  if (known !== undefined) return known;
  process.stderr.write(output);
  return new BootstrapError(`${tool} failed`, 'its output is above');
}

/** @param {string} line */
const print = (line) => process.stderr.write(`${line} ...\n`);

/** One of several that start at once installs; the others wait. @param {() => Promise<void>} work */
async function locked(work) {
  mkdirSync(tools, { recursive: true });
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (isLockStale()) rmSync(lock, { force: true });
      await sleep(100);
    }
  }
  const release = () => rmSync(lock, { force: true });
  process.on('exit', release);
  try {
    await work();
  } finally {
    release();
    process.off('exit', release);
  }
}

function isLockStale() {
  try {
    const owner = Number(readFileSync(lock, 'utf8'));
    // Empty for the moment between its creation and its content.
    if (owner > 0) process.kill(owner, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/**
 * Runs the command in our place: same streams, its signals, its end.
 * @param {{ file: string, args: string[] }} command @param {NodeJS.ProcessEnv} env
 */
function handOver(command, env) {
  const child = spawn(command.file, command.args, { env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) {
    process.on(signal, () => {
      // A terminal sends its Ctrl-C to every process in it, the child included.
      if (!(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal);
    });
  }
  if (process.env['npm_lifecycle_event'] !== undefined) stopWithParent(child);
  child.on('error', (error) =>
    fail(new BootstrapError(`${command.file}: ${error.message}`, 'check the name')),
  );
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/**
 * npm passes SIGTERM to its shell alone, which ends without notifying us; then our parent is another.
 * @param {import('node:child_process').ChildProcess} child
 */
function stopWithParent(child) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 250);
}

/** @param {Error} error */
function fail(error) {
  process.stderr.write(`${error instanceof BootstrapError ? error.message : error.stack}\n`);
  process.exit(1);
}

async function main() {
  const startedAt = Date.now();
  requireStartableNode(process.version);
  const command = commandFor(process.argv.slice(2), root, nodePath());
  const folders = [dirname(nodePath()), join(root, 'node_modules', '.bin')];
  const env = environmentFor(process.env, folders);
  if (!toolsAreThere() || !packagesAreThere()) {
    await locked(async () => {
      if (!toolsAreThere()) await installTools();
      if (!packagesAreThere()) await installPackages(env);
    });
  }
  // What the tests may take includes what was installed for them.
  handOver(command, { ...env, BOOTSTRAP_STARTED_AT: String(startedAt) });
}

main().catch(fail);

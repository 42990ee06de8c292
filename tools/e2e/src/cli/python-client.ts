import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '@tributary/engines';
import { print } from '../chaos/report.ts';

const USAGE = `Makes the client for Python from the API document of a running system, by openapi-python-client.

  npm run tool -- python-client [--out DIRECTORY] [--smoke]

  --out     where it is written; default: .engines/python-client/tributary-client
  --smoke   install it, and let it register a brand, make a campaign and read a list

Needs Python 3.11 with venv and pip.
Environment: BASE_URL`;

/** Of the generator, and of what the generated client needs. */
const VERSION = '0.29.1';

const folder = join(repositoryRoot(), '.engines/python-client');
const inEnvironment = (name: string): string => join(folder, 'environment/bin', name);

/** @throws where the program fails */
function must(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const { status, error } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  if (status === 0) return;
  const why = error === undefined ? '' : `: ${error.message}`;
  throw new Error(`${command} ${args.join(' ')} failed${why}`);
}

const install = (...packages: readonly string[]): void =>
  must(inEnvironment('pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages]);

/** Installs this version of the generator in a separate Python environment. */
function installGenerator(): void {
  const generator = inEnvironment('openapi-python-client');
  const known = existsSync(generator) && spawnSync(generator, ['--version'], { encoding: 'utf8' });
  if (known !== false && known.stdout.includes(VERSION)) return;
  print(`installing openapi-python-client ${VERSION} into .engines ...`);
  must('python3', ['-m', 'venv', '--clear', join(folder, 'environment')]);
  install(`openapi-python-client==${VERSION}`);
}

/** Writes the package of the client into `target`, without formatting its code. */
function generate(baseUrl: string, target: string): void {
  const scratch = mkdtempSync(join(tmpdir(), 'tributary-python-'));
  try {
    const settings = join(scratch, 'settings.json');
    const names = { project: 'tributary-client', package: 'tributary_client' };
    writeFileSync(
      settings,
      JSON.stringify({
        project_name_override: names.project,
        package_name_override: names.package,
        post_hooks: [],
      }),
    );
    must(inEnvironment('openapi-python-client'), [
      'generate',
      ...['--url', `${baseUrl}/openapi.json`, '--config', settings],
      ...['--output-path', target, '--overwrite', '--meta', 'setup', '--fail-on-warning'],
    ]);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(folder, 'tributary-client') },
    smoke: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
});

if (values.help === true) {
  print(USAGE);
} else {
  const baseUrl = process.env['BASE_URL'] ?? 'http://localhost:8080';
  const target = resolve(values.out);
  installGenerator();
  generate(baseUrl, target);
  print(`${target}: tributary_client`);
  if (values.smoke) {
    install('--force-reinstall', '--no-deps', target);
    const program = join(import.meta.dirname, 'python_client_smoke.py');
    must(inEnvironment('python'), [program], { BASE_URL: baseUrl });
  }
}

import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const scripts = join(import.meta.dirname, '..');
const PNPM_VERSION = /PNPM_VERSION = '([^']+)'/.exec(
  readFileSync(join(scripts, 'bootstrap', 'plan.mjs'), 'utf8'),
)?.[1];

/** Stands in for pnpm: notes that it ran, takes a moment, and makes node_modules. */
const FAKE_PNPM = `
import { appendFileSync, mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
appendFileSync('installs', 'x');
await sleep(300);
mkdirSync('node_modules', { recursive: true });
`;
const OFFLINE_PNPM = `console.error('error sending request: ECONNREFUSED'); process.exit(1);`;

describe('bootstrap', () => {
  let root: string;

  const run = async (...args: string[]) => {
    const child = spawn(
      process.execPath,
      [join(root, 'tools', 'scripts', 'bootstrap.mjs'), ...args],
      {
        cwd: root,
      },
    );
    let output = '';
    let errors = '';
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString();
      if (args.includes('--stop')) child.kill('SIGTERM');
    });
    child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
    const code = await new Promise((done) => child.on('close', done));
    return { code, output, errors };
  };

  const write = (path: string, content: string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), content);
  };

  const installs = (): number => readFileSync(join(root, 'installs'), 'utf8').length;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'bootstrap-'));
    cpSync(join(scripts, 'bootstrap.mjs'), join(root, 'tools', 'scripts', 'bootstrap.mjs'));
    cpSync(
      join(scripts, 'bootstrap', 'plan.mjs'),
      join(root, 'tools', 'scripts', 'bootstrap', 'plan.mjs'),
    );
    write('package.json', '{ "type": "module" }');
    write('pnpm-lock.yaml', 'one');
    write('.tools/node_modules/pnpm/package.json', JSON.stringify({ version: PNPM_VERSION }));
    write('.tools/node_modules/pnpm/bin/pnpm.mjs', FAKE_PNPM);
    write('echo.ts', 'console.log(process.argv.slice(2).join("|")); process.exitCode = 7;');
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('hands on arguments and the exit code as they are', async () => {
    const { code, output } = await run('echo.ts', '--limit', '5', 'a b');
    expect(output).toBe('--limit|5|a b\n');
    expect(code).toBe(7);
  });

  it('installs when the lockfile has changed, and only then', async () => {
    await run('echo.ts');
    await run('echo.ts');
    expect(installs()).toBe(1);
    write('pnpm-lock.yaml', 'two');
    const { errors } = await run('echo.ts');
    expect(installs()).toBe(2);
    expect(errors).toBe('installing packages ...\n');
    expect((await run('echo.ts')).errors).toBe('');
  });

  it('installs once though two start at once', async () => {
    const both = await Promise.all([run('echo.ts', 'one'), run('echo.ts', 'two')]);
    expect(both.map(({ output }) => output)).toEqual(['one\n', 'two\n']);
    expect(installs()).toBe(1);
    expect(existsSync(join(root, '.tools', 'lock'))).toBe(false);
  });

  it('is not held up by the lock of a run that was killed', async () => {
    write('.tools/lock', String(2 ** 22 + 1));
    expect((await run('echo.ts')).code).toBe(7);
  });

  it('passes SIGTERM on and ends as the script ends', async () => {
    write(
      'stop.ts',
      'process.on("SIGTERM", () => process.exit(5)); setInterval(() => 0, 1000); console.log("up");',
    );
    expect((await run('stop.ts', '--stop')).code).toBe(5);
  });

  it('runs an installed program, with Node and the installed programs first on PATH', async () => {
    await run('echo.ts');
    mkdirSync(join(root, 'node_modules', '.bin'));
    writeFileSync(join(root, 'node_modules', '.bin', 'tool'), '#!/bin/sh\necho "$PATH $1"\n', {
      mode: 0o755,
    });
    const { output } = await run('--bin', 'tool', 'x');
    const node = join(process.execPath, '..');
    expect(output.startsWith(`${node}:${join(root, 'node_modules', '.bin')}:`)).toBe(true);
    expect(output.endsWith(' x\n')).toBe(true);
  });

  it('reports in one line that the registry cannot be reached, and tries again next time', async () => {
    write('.tools/node_modules/pnpm/bin/pnpm.mjs', OFFLINE_PNPM);
    const { code, errors } = await run('echo.ts');
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^installing packages \.\.\.\npnpm cannot reach its registry \(ECONNREFUSED\)\. Remedy: .*\n$/,
    );
    write('.tools/node_modules/pnpm/bin/pnpm.mjs', FAKE_PNPM);
    expect((await run('echo.ts')).code).toBe(7);
  });
});

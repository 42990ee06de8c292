import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackage } from './build-package.ts';

it('the command line runs from its tarball in a bare project', async () => {
  const work = mkdtempSync(join(tmpdir(), 'tributary-cli-package-'));
  const run = (directory: string, file: string, ...args: string[]): string =>
    execFileSync(file, args, { cwd: directory, encoding: 'utf8' });
  try {
    const [built, project] = [join(work, 'package'), join(work, 'project')];
    await buildPackage(built);
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{ "name": "bare", "private": true }');
    const [packed] = JSON.parse(
      run(built, 'npm', 'pack', '--json', '--pack-destination', work),
    ) as { filename: string }[];
    const tarball = join(work, packed?.filename ?? '');
    run(project, 'npm', 'install', '--offline', '--no-audit', '--no-fund', tarball);
    const command = join(project, 'node_modules/.bin/tributary');
    expect(run(project, command, '--version').trim()).toBe('0.1.0');
    expect(run(project, command, 'help')).toContain('trace COMMISSION');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}, 180_000);

/**
 * Checks the alert rules and runs their tests by promtool, which comes with Prometheus (`apt-get install prometheus`).
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@tributary/engines';

const directory = join(repositoryRoot(), 'deploy/observe');
const filesIn = (folder: string): string[] =>
  globSync(`${folder}/*.yaml`, { cwd: directory }).sort();

function promtool(...args: readonly string[]): void {
  const { error, status } = spawnSync('promtool', args, { cwd: directory, stdio: 'inherit' });
  if (error !== undefined) {
    process.stderr.write(
      'promtool was not found: install Prometheus (apt-get install prometheus).\n',
    );
    process.exit(69);
  }
  if (status !== 0) process.exitCode = 1;
}

promtool('check', 'rules', ...filesIn('rules'));
promtool('test', 'rules', ...filesIn('tests'));

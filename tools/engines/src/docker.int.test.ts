import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineConfig, repositoryRoot } from './config.ts';
import { composeProject, removeComposeData } from './docker.ts';
import { rememberKinds } from './engine-kinds.ts';
import { openEngines } from './open-engines.ts';

/** A program in the place of Docker that notes its calls. Its daemon is away, and `ps` prints `containers`. */
function installDocker(directory: string, containers: string): void {
  const program = join(directory, 'docker');
  const calls = join(directory, 'calls');
  const script = [
    '#!/bin/sh',
    `echo "$@" >> '${calls}'`,
    `case "$1" in version) exit 1;; ps) echo '${containers}';; esac`,
  ];
  writeFileSync(program, `${script.join('\n')}\n`);
  chmodSync(program, 0o755);
}

describe('Docker', () => {
  let directory: string;
  const path = process.env['PATH'];
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'docker-'));
    process.env['PATH'] = `${directory}:${path ?? ''}`;
  });
  afterEach(() => {
    process.env['PATH'] = path;
    rmSync(directory, { recursive: true });
  });

  const calls = () => readFileSync(join(directory, 'calls'), 'utf8').trim().split('\n');

  it('has a project of its own for each checkout', async () => {
    installDocker(directory, '');
    await removeComposeData();
    const project = composeProject(repositoryRoot());
    expect(project).toMatch(/^tributary-[\da-f]{8}$/);
    expect(composeProject('/another/checkout')).not.toBe(project);
    expect(calls().at(-1)).toMatch(`compose --project-name ${project} down`);
  });

  it('keeps the project of the version before where this checkout made its containers', async () => {
    installDocker(directory, 'c0ffee');
    await removeComposeData();
    expect(calls()[0]).toContain(`working_dir=${repositoryRoot()}`);
    expect(calls().at(-1)).toMatch('compose --project-name tributary down');
  });

  it('that has the data and does not answer is no reason to start other engines', async () => {
    installDocker(directory, '');
    rememberKinds(directory, { MongoDB: 'docker', Kafka: 'docker', Redis: 'docker' });
    const nothing = { mongoUrl: undefined, kafkaBrokers: undefined, redisUrl: undefined };
    const config = { ...engineConfig(), ...nothing, choice: 'auto' as const };
    const opening = openEngines({ directory, mode: 'start', config, log: () => undefined });
    await expect(opening).rejects.toThrow(
      'in Docker (MongoDB). Remedy: to go on with it, start Docker; or begin without the data',
    );
  });
});

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from '@tributary/engines';

const build = (): string =>
  execFileSync(process.execPath, [join(repositoryRoot(), 'tools', 'scripts', 'build.ts')], {
    encoding: 'utf8',
  });

describe('the build', () => {
  it('leaves alone what has not changed', () => {
    build();
    expect(build()).toBe('');
  });
});

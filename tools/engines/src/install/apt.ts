import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { findProgram, lastLine, run } from '../command.ts';
import { EngineError } from '../errors.ts';

const POLICY = '/usr/sbin/policy-rc.d';

/** True where packages can be installed without a password: root on Debian or Ubuntu. */
export const canInstallByApt = (): boolean =>
  process.getuid?.() === 0 && findProgram('apt-get') !== undefined;

/** Installs Debian packages without starting the services they bring. Throws EngineError. */
export const installByApt = async (
  packages: readonly string[],
  log: (line: string) => void,
): Promise<void> => {
  log(`installing ${packages.join(', ')} by apt-get`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const withdraw = forbidServices();
  try {
    await run('apt-get', ['update', '-qq'], { env });
    const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
    const result = await run('apt-get', install, { env });
    if (result.code === 0) return;
    throw new EngineError(
      `apt-get could not install ${packages.join(' ')}: ${lastLine(result.output)}`,
      `run: apt-get update && apt-get install -y ${packages.join(' ')}`,
    );
  } finally {
    withdraw();
  }
};

/** Forbids an installation to start what it installs, by Debian's policy file. */
const forbidServices = (): (() => void) => {
  if (existsSync(POLICY)) return () => undefined;
  writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  return () => {
    rmSync(POLICY, { force: true });
  };
};

/** Keeps an installed service from coming up at the next boot. */
export const disableService = async (name: string): Promise<void> => {
  if (findProgram('systemctl') !== undefined) await run('systemctl', ['disable', '--now', name]);
};

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PATH = '/usr/bin/chromium';

/** Installs Debian's Chromium where it is missing. @throws where that fails */
function requireChromium(print: (line: string) => void): void {
  if (existsSync(PATH)) return;
  print('installing chromium by apt-get ...');
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']]) {
    const { status } = spawnSync('apt-get', args, { stdio: 'inherit' });
    if (status !== 0) throw new Error('Chromium is missing; install it as /usr/bin/chromium');
  }
}

/** Opens Chromium, for which every name under `.test` is this machine. */
export function openChromium(print: (line: string) => void): Promise<Browser> {
  requireChromium(print);
  return chromium.launch({
    executablePath: PATH,
    args: ['--no-sandbox', '--host-resolver-rules=MAP *.test 127.0.0.1'],
    // Playwright switches the back/forward cache off.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
}

import { findChromium } from '@tributary/engines';
import { type Browser, chromium } from 'playwright-core';

/** Opens Chromium, installed where it is missing, for which every name under `.test` is this machine. */
export async function openChromium(print: (line: string) => void): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(print),
    args: ['--no-sandbox', '--host-resolver-rules=MAP *.test 127.0.0.1'],
    // Playwright switches the back/forward cache off.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildScript, type BuiltScript } from './build-script.ts';
import { overlay, versions } from './gen/versions.ts';
import { describe as describeSeen } from './overlay.ts';

let built: BuiltScript;
beforeAll(async () => {
  built = await buildScript();
});

describe('the script', () => {
  it('is the newest version that shops may name', () => {
    const { version, script } = built;
    expect(versions[0]).toEqual({ version, script });
    expect(overlay).toBe(built.overlay);
  });

  it('writes no markup and evaluates no text, so that every Content-Security-Policy and Trusted Types accept it', () => {
    for (const text of [built.script, built.overlay]) {
      expect(text).not.toMatch(
        /\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|Function|srcdoc|setAttribute)\b/,
      );
    }
  });
});

describe('the documentation', () => {
  it('prints the hash of the newest version', async () => {
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha384').update(built.script).digest('base64');
    const page = join(import.meta.dirname, '../../../docs/browser-script.md');
    expect(await readFile(page, 'utf8')).toContain(`sha384-${hash}`);
  });
});

describe('the test mode', () => {
  it('shows what the script sees', () => {
    expect(describeSeen('1.0.0', 'pending', [undefined, 'pending'], undefined)).toEqual([
      'Tributary 1.0.0, test mode',
      'consent  pending (page: nothing, Google consent mode: pending, IAB TCF: nothing)',
      'click    waits for consent',
      'outcome  nothing reported on this page',
    ]);
  });
});

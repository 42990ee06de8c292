import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildScript } from '../../../packages/browser-script/src/build-script.ts';
import { versions } from '../../../packages/browser-script/src/gen/versions.ts';

/** The versions of the script that shops may have in their pages. */
export const SCRIPT_VERSIONS = 'packages/browser-script/src/gen';

const file = join(import.meta.dirname, '../../..', SCRIPT_VERSIONS, 'versions.ts');

/**
 * Builds the script of the package's version and adds it to the earlier ones.
 * @throws where the version exists with other contents: pages name its hash, and browsers keep it for a year
 */
export async function generateBrowserScript(): Promise<void> {
  const { version, script, overlay } = await buildScript();
  const earlier = versions.find((one) => one.version === version);
  if (earlier !== undefined && earlier.script !== script) {
    throw new Error(
      `The browser script differs from its version ${version}: raise the version in packages/browser-script/package.json`,
    );
  }
  const all = earlier === undefined ? [{ version, script }, ...versions] : versions;
  await writeFile(
    file,
    [
      '/** All versions, the newest first. A version never changes, because pages name its hash. */',
      `export const versions: readonly { readonly version: string; readonly script: string }[] = ${JSON.stringify(all, null, 2)};`,
      '',
      '/** The module of the test mode. */',
      `export const overlay = ${JSON.stringify(overlay)};`,
      '',
    ].join('\n'),
  );
}

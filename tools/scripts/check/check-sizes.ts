/**
 * Builds what others download, and compares it with `.size-limit.json` by size-limit; then what the first visit of each
 * page of the console loads.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildScript } from '../../../packages/browser-script/src/build-script.ts';
import { buildPackage } from '../../../packages/cli/src/package/build-package.ts';
import { bundleSdk } from '../../../packages/sdk/src/package/bundle.ts';

const root = join(import.meta.dirname, '../../..');
const directory = join(root, '.engines/sizes');

mkdirSync(directory, { recursive: true });
const { text } = await bundleSdk();
writeFileSync(join(directory, 'sdk.js'), text);
const { script } = await buildScript();
writeFileSync(join(directory, 'script.js'), script);
await buildPackage(directory);
renameSync(join(directory, 'tributary.js'), join(directory, 'cli.js'));
execFileSync('size-limit', [], { cwd: root, stdio: 'inherit' });
const node = (script: string, ...args: readonly string[]): void => {
  execFileSync('node', [script, ...args], { cwd: root, stdio: 'inherit' });
};
node('tools/scripts/build.ts', 'console');
node('services/console/src/cli/console-size.ts');

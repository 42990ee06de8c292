import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import manifest from '../../package.json' with { type: 'json' };

/** Builds the package as it is published into `directory`: one file with the SDK in it. */
export async function buildPackage(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  await build({
    entryPoints: [join(import.meta.dirname, '../main.ts')],
    outfile: join(directory, 'tributary.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
  const { name, version } = manifest;
  const published = {
    name,
    version,
    description: 'The command line of Tributary',
    license: 'UNLICENSED',
    type: 'module',
    engines: { node: '>=20' },
    bin: { tributary: 'tributary.js' },
    files: ['tributary.js'],
  };
  writeFileSync(join(directory, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}

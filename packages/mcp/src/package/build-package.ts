import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import manifest from '../../package.json' with { type: 'json' };

/** Builds the package as it is published into `directory`: one file with everything that it needs. */
export async function buildPackage(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  await build({
    entryPoints: [join(import.meta.dirname, '../main.ts')],
    outfile: join(directory, 'tributary-mcp.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Libraries in it that are CommonJS require Node's own modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  const { name, version } = manifest;
  const published = {
    name,
    version,
    description: 'Tributary for assistants, by the Model Context Protocol',
    license: 'UNLICENSED',
    type: 'module',
    engines: { node: '>=20' },
    bin: { 'tributary-mcp': 'tributary-mcp.js' },
    files: ['tributary-mcp.js'],
  };
  writeFileSync(join(directory, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}

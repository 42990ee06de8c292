import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

async function bundle(entry: string, version: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, entry)],
    bundle: true,
    minify: true,
    format: 'esm',
    // Browsers of 2020 and later.
    target: 'es2020',
    define: { VERSION: JSON.stringify(version) },
    write: false,
  });
  return outputFiles[0]?.text.trim() ?? '';
}

/** What browsers load of a version. */
export interface BuiltScript {
  readonly version: string;
  /** The script of a shop's pages. */
  readonly script: string;
  /** The module that it loads in test mode. */
  readonly overlay: string;
}

/** Builds the script of the package's version. */
export async function buildScript(): Promise<BuiltScript> {
  const manifest = await readFile(join(import.meta.dirname, '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const script = await bundle('main.ts', version);
  return {
    version,
    // No name of ours in the page, and no error of ours either.
    script: `(()=>{try{${script}}catch{}})();\n`,
    overlay: `${await bundle('overlay.ts', version)}\n`,
  };
}

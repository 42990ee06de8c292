import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';

/** The whole SDK as a page or a worker loads it: one minified file, and what it was made of. */
export async function bundleSdk(): Promise<{ readonly text: string; readonly made: Metafile }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(import.meta.dirname, '../index.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    metafile: true,
    write: false,
  });
  return { text: outputFiles[0]?.text ?? '', made: metafile };
}

import { existsSync, globSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** What the pages import of the repository besides their own folder. */
const SHARED = ['packages/sdk/src/**/*.ts', 'packages/contracts/src/permissions.ts'];

/**
 * Builds the pages of a service that has some (`app/vite.config.ts`) into `dist/app`.
 * @returns what they depend on, relative to the repository; nothing where there are none
 */
export async function buildPages(folder: string, dist: string): Promise<readonly string[]> {
  const app = join(folder, 'app');
  if (!existsSync(join(app, 'vite.config.ts'))) return [];
  // Loaded here alone: the other services need none of it.
  const { build } = await import('vite');
  const { NODE_ENV } = process.env;
  // Of a run of tests it is another, by which React would be built for its developers.
  process.env['NODE_ENV'] = 'production';
  try {
    await build({
      configFile: join(app, 'vite.config.ts'),
      root: app,
      logLevel: 'error',
      build: { outDir: join(dist, 'app'), emptyOutDir: true },
    });
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  }
  const own = globSync('**/*', { cwd: app, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  return [...own, ...globSync(SHARED, { cwd: root })];
}

/**
 * `node tools/scripts/build.ts [service...]`: bundles each service's main.ts into one file, and chunks of
 * what is loaded only when it is needed. They start three times faster and hold 20 MB less than the sources
 * do. What did not change since its last build is left alone.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build, type BuildFailure, type BuildOptions, type Plugin } from 'esbuild';
import { serviceIds } from '@tributary/catalog';
import { buildPages } from './build-pages.ts';

const root = join(import.meta.dirname, '..', '..');

// Optional parts of the MongoDB driver and of pino; they load them where installed.
const optional = [
  '@aws-sdk/credential-providers',
  '@mongodb-js/zstd',
  'aws4',
  'gcp-metadata',
  'kerberos',
  'mongodb-client-encryption',
  'pino-pretty',
  'snappy',
  'socks',
];

/** Parts of libraries that few processes need, and their tables take megabytes; loaded at first use. */
const lazy = ['@mongodb-js/saslprep'];

/** esbuild's name for sources that are no file. */
const LAZY = 'lazy';

const loadLazily: Plugin = {
  name: 'load lazily',
  setup: (building) => {
    const filter = new RegExp(`^(${lazy.join('|')})$`);
    building.onResolve({ filter }, ({ path, namespace, resolveDir }) =>
      namespace === LAZY ? undefined : { path, namespace: LAZY, pluginData: resolveDir },
    );
    building.onLoad({ filter: /.*/, namespace: LAZY }, ({ path, pluginData }) => ({
      contents: `module.exports = new Proxy({}, { get: (_, name) => require('${path}')[name] });`,
      resolveDir: String(pluginData),
    }));
  },
};

/**
 * White space and comments are left out because V8 keeps the text of a program in memory, and names
 * are kept because people read stack traces.
 */
const options: BuildOptions = {
  absWorkingDir: root,
  // The same classes as Node's own, with tables of all characters of host names.
  alias: { 'whatwg-url': 'node:url' },
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  bundle: true,
  chunkNames: 'chunk-[hash]',
  define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' },
  external: optional,
  format: 'esm',
  legalComments: 'none',
  lineLimit: 160,
  loader: { '.html': 'text', '.css': 'text' },
  logLevel: 'silent',
  mainFields: ['module', 'main'],
  metafile: true,
  minifySyntax: true,
  minifyWhitespace: true,
  platform: 'node',
  plugins: [loadLazily],
  sourcemap: 'linked',
  sourcesContent: false,
  splitting: true,
  target: 'node24',
};

interface Program {
  readonly name: string;
  readonly folder: string;
}

const programs: readonly Program[] = [
  ...serviceIds.map((name) => ({ name, folder: join('services', name) })),
  { name: 'sandbox', folder: join('tools', 'sandbox') },
];

/** The sources of the last build, with those that decide what the packages are. */
function inputsOf(program: Program): readonly string[] | undefined {
  const list = join(root, program.folder, 'dist', 'inputs.json');
  if (!existsSync(list)) return undefined;
  return JSON.parse(readFileSync(list, 'utf8')) as string[];
}

function modifiedAt(file: string): number {
  return statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
}

function isFresh(program: Program): boolean {
  const output = join(program.folder, 'dist', 'main.js');
  const inputs = inputsOf(program);
  if (inputs === undefined || !existsSync(join(root, output))) return false;
  const built = modifiedAt(output);
  return inputs.every((file) => modifiedAt(file) < built);
}

/**
 * Copies what a service serves as files: its assets.json names each by its place beside the bundle and
 * the package that ships it, or as `./…` by its place in the service's own folder. Returns what the
 * copies depend on.
 */
function copyAssets(program: Program, dist: string): readonly string[] {
  const list = join(program.folder, 'assets.json');
  if (!existsSync(join(root, list))) return [];
  const assets = JSON.parse(readFileSync(join(root, list), 'utf8')) as Record<string, string>;
  for (const [place, source] of Object.entries(assets)) {
    mkdirSync(dirname(join(dist, place)), { recursive: true });
    const isOwn = source.startsWith('./');
    const folder = join(program.folder, isOwn ? '.' : 'node_modules');
    copyFileSync(join(root, folder, source), join(dist, place));
  }
  const own = Object.values(assets).filter((source) => source.startsWith('./'));
  return [list, ...own.map((source) => join(program.folder, source))];
}

/** A process that runs from an earlier build may load its chunks for as long. */
const CHUNKS_MS = 86_400_000;

function removeOldChunks(dist: string, written: ReadonlySet<string>): void {
  const oldest = Date.now() - CHUNKS_MS;
  const chunks = readdirSync(dist).filter((file) => file.startsWith('chunk-'));
  for (const file of chunks.filter((one) => !written.has(one))) {
    if (statSync(join(dist, file)).mtimeMs < oldest) rmSync(join(dist, file));
  }
}

async function bundle(program: Program): Promise<void> {
  const dist = join(root, program.folder, 'dist');
  mkdirSync(dist, { recursive: true });
  const result = await build({
    ...options,
    entryPoints: [join(program.folder, 'src', 'main.ts')],
    outdir: dist,
  });
  removeOldChunks(
    dist,
    new Set(Object.keys(result.metafile?.outputs ?? {}).map((file) => basename(file))),
  );
  const pages = await buildPages(join(root, program.folder), dist);
  const own = Object.keys(result.metafile?.inputs ?? {}).filter(
    (file) => !file.includes('node_modules/') && !file.startsWith(`${LAZY}:`),
  );
  const assets = copyAssets(program, dist);
  // Where the folder is copied alone, as into an image, this file marks it as an ES module.
  writeFileSync(join(dist, 'package.json'), '{ "type": "module" }\n');
  const inputs = [
    ...own,
    ...assets,
    ...pages,
    'pnpm-lock.yaml',
    'tsconfig.json',
    'tools/scripts/build.ts',
  ];
  writeFileSync(join(dist, 'inputs.json'), JSON.stringify(inputs));
}

function chosen(names: readonly string[]): readonly Program[] {
  const unknown = names.find((name) => !programs.some((program) => program.name === name));
  if (unknown !== undefined) throw new Error(`There is no service ${unknown}`);
  return names.length === 0 ? programs : programs.filter(({ name }) => names.includes(name));
}

/** Bundles what changed and prints its names. @throws BuildFailure of esbuild */
async function main(): Promise<void> {
  const stale = chosen(process.argv.slice(2)).filter((program) => !isFresh(program));
  if (stale.length === 0) return;
  const started = performance.now();
  await Promise.all(stale.map(async (program) => bundle(program)));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`built ${stale.map(({ name }) => name).join(', ')} in ${seconds} s\n`);
}

/** One line per mistake, with its place. */
function explain(error: unknown): string {
  const { errors } = error as Partial<BuildFailure>;
  if (errors === undefined) return error instanceof Error ? error.message : String(error);
  return errors
    .map(({ location, text }) => `${location?.file ?? ''}:${location?.line ?? 0}: ${text}`)
    .join('\n');
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

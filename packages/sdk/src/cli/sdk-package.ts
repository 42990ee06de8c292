import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildPackage, typescriptCompiler } from '../package/build-package.ts';
import { RUNTIME_OUTPUT, RUNTIME_PROGRAM, RUNTIMES } from '../package/other-runtimes.ts';
import { readmeSamples, samplesOf } from '../package/samples.ts';

const USAGE = `Builds the SDK's package, installs its tarball in a bare project, and compiles and runs it there, as ESM and as CommonJS.

  npm run tool -- sdk-package [--out DIRECTORY] [--runtimes] [--frameworks]

  --out        where the tarball is written; default: nowhere that stays
  --runtimes   run it by Bun and Deno too, which are installed from npm (200 MB)
  --frameworks compile the samples of the connectors' pages too, with Express and Next.js from npm (300 MB)`;

/** What a bare project has of Node: the samples read their settings from it. */
const GLOBALS = 'declare const process: { env: Record<string, string | undefined> };\n';

const SMOKE = `
const tributary = createTributary({
  baseUrl: 'https://api.example.com',
  fetch: async () => Response.json({ campaigns: [{ name: 'Summer' }], pagination: {} }),
});
void (async () => {
  const { campaigns } = await tributary.campaigns.list();
  console.log(campaigns.map((campaign) => campaign.name).join());
  // @ts-expect-error an unknown status does not compile
  await tributary.campaigns.list({ status: 'unknown' });
})();
`;

const SOURCES: Readonly<Record<string, string>> = {
  'globals.d.ts': GLOBALS,
  'esm.mts': `import { createTributary } from '@tributary/sdk';${SMOKE}`,
  'cjs.cts': `import sdk = require('@tributary/sdk');\nconst { createTributary } = sdk;${SMOKE}`,
  'package.json': '{ "name": "bare-project", "private": true, "type": "module" }\n',
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
      types: [],
      outDir: 'out',
    },
    include: ['*.mts', '*.cts', '*.ts'],
  }),
};

const run = (directory: string, file: string, ...args: readonly string[]): string =>
  execFileSync(file, args, {
    cwd: directory,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** Packs the built package, and returns the tarball's path. */
function pack(built: string, target: string): string {
  mkdirSync(target, { recursive: true });
  const output = run(built, 'npm', 'pack', '--json', '--pack-destination', target);
  const [packed] = JSON.parse(output) as { filename: string }[];
  return join(target, packed?.filename ?? '');
}

/** Installs the tarball and nothing else, compiles every sample, and runs both formats. */
function tryInProject(project: string, tarball: string): void {
  mkdirSync(project);
  for (const [name, text] of Object.entries(SOURCES)) writeFileSync(join(project, name), text);
  readmeSamples().forEach((sample, index) =>
    writeFileSync(join(project, `sample-${index + 1}.mts`), sample),
  );
  run(project, 'npm', 'install', '--offline', '--no-audit', '--no-fund', tarball);
  run(project, process.execPath, typescriptCompiler, '-p', '.');
  for (const program of ['out/esm.mjs', 'out/cjs.cjs']) {
    const output = run(project, process.execPath, program).trim();
    if (output !== 'Summer') throw new Error(`${program} printed ${output}`);
  }
}

/** Runs the same program by Node, Bun and Deno. @throws where one prints something else */
function tryRuntimes(project: string): void {
  run(project, 'npm', 'install', '--no-audit', '--no-fund', ...Object.keys(RUNTIMES));
  writeFileSync(join(project, 'runtime.mjs'), RUNTIME_PROGRAM);
  for (const command of [['node'], ...Object.values(RUNTIMES)]) {
    const output = run(project, 'npx', '--no-install', ...command, 'runtime.mjs').trim();
    if (output !== RUNTIME_OUTPUT) throw new Error(`${command.join(' ')} printed ${output}`);
    process.stdout.write(`runs by ${command.join(' ')}\n`);
  }
}

const FRAMEWORKS = ['express@5', '@types/express@5', '@types/node@24', 'next@16', 'react@19'];

/** Compiles the samples of the pages about Express and Next.js with these frameworks. */
function tryFrameworks(project: string): void {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
  run(project, 'npm', 'install', ...options, ...FRAMEWORKS);
  const pages = ['express', 'nextjs'].flatMap((name) => samplesOf(`docs/connectors/${name}.md`));
  const files = pages.map((sample, index) => {
    const file = `page-${index + 1}.ts`;
    writeFileSync(join(project, file), sample);
    return file;
  });
  const compiler = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig'];
  const language = ['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const types = ['--lib', 'es2024,dom', '--types', 'node'];
  run(project, process.execPath, typescriptCompiler, ...compiler, ...language, ...types, ...files);
  process.stdout.write(`${files.length} samples of the connectors' pages compiled\n`);
}

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    runtimes: { type: 'boolean' },
    frameworks: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

async function main(): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'tributary-sdk-'));
  try {
    const built = join(work, 'package');
    await buildPackage(built);
    const tarball = pack(built, values.out ?? work);
    tryInProject(join(work, 'project'), tarball);
    if (values.runtimes === true) tryRuntimes(join(work, 'project'));
    if (values.frameworks === true) tryFrameworks(join(work, 'project'));
    const bundle = gzipSync(readFileSync(join(built, 'esm/index.js')));
    process.stdout.write(
      `${tarball}: ${statSync(tarball).size} bytes; index.js gzipped: ${bundle.length} bytes\n` +
        'installed, compiled under strict TypeScript and run as ESM and as CommonJS\n',
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

if (values.help === true) process.stdout.write(`${USAGE}\n`);
else await main();

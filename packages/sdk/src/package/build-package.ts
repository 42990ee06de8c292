import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');
const entry = join(root, 'src/index.ts');

export const typescriptCompiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');

const write = (file: string, content: object): void =>
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);

const formats = { esm: 'module', cjs: 'commonjs' } as const;

/** What the package states of itself: the same files for `import` and for `require`, each with its types. */
function manifest(): object {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  const { name, version } = JSON.parse(text) as { name: string; version: string };
  const entryOf = (format: string) => ({
    types: `./${format}/index.d.ts`,
    default: `./${format}/index.js`,
  });
  return {
    name,
    version,
    description: 'The Tributary API for TypeScript and JavaScript',
    license: 'UNLICENSED',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    main: './cjs/index.js',
    types: './esm/index.d.ts',
    exports: { '.': { import: entryOf('esm'), require: entryOf('cjs') } },
    files: ['esm', 'cjs', 'README.md'],
  };
}

/** Declarations that name each other as the published files are named. */
function emitTypes(directory: string): void {
  const options = ['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--strict'];
  const language = [
    '--target',
    'es2024',
    '--lib',
    'es2024',
    '--module',
    'nodenext',
    '--types',
    'node',
  ];
  const paths = [
    '--allowImportingTsExtensions',
    '--erasableSyntaxOnly',
    '--outDir',
    directory,
    entry,
  ];
  execFileSync(process.execPath, [typescriptCompiler, ...options, ...language, ...paths], {
    cwd: root,
    stdio: 'inherit',
  });
  for (const file of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue;
    const path = join(directory, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll(/(from '[^']+)\.ts'/g, "$1.js'"));
  }
}

/** Builds the package as it is published into `directory`, which is emptied first. */
export async function buildPackage(directory: string): Promise<void> {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  emitTypes(join(directory, 'esm'));
  cpSync(join(directory, 'esm'), join(directory, 'cjs'), { recursive: true });
  for (const [format, type] of Object.entries(formats)) {
    write(join(directory, format, 'package.json'), { type });
    await build({
      entryPoints: [entry],
      outfile: join(directory, format, 'index.js'),
      bundle: true,
      format: format as keyof typeof formats,
      platform: 'neutral',
      target: 'es2022',
    });
  }
  write(join(directory, 'package.json'), manifest());
  copyFileSync(join(root, 'README.md'), join(directory, 'README.md'));
}

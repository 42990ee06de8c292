import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import protobuf from 'protobufjs';
import { writeFormatted } from './write-formatted.ts';

const root = join(import.meta.dirname, '../../..');
const protos = join(root, 'protos');
const target = join(root, 'packages/grpc/src/gen');

/** Amounts are safe integers by contract, so 64-bit integers become plain numbers. */
const typeOptions = [
  '--longs=Number',
  '--enums=String',
  '--defaults',
  '--oneofs',
  '--grpcLib=@grpc/grpc-js',
  '--importFileExtension=.ts',
  '--targetFileExtension=.ts',
];

const protoFiles = (): string[] =>
  readdirSync(protos, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.proto'))
    .sort();

function generateTypes(files: readonly string[]): void {
  const generator = join(root, 'packages/grpc/node_modules/.bin/proto-loader-gen-types');
  execFileSync(
    generator,
    [...typeOptions, `--includeDirs=${protos}`, `--outDir=${target}`, ...files],
    {
      cwd: protos,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  for (const file of readdirSync(target, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.ts')) withoutOrigin(join(target, file));
  }
}

/** The generator notes the absolute path of its input, which differs from checkout to checkout. */
function withoutOrigin(file: string): void {
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, source.replace(/^\/\/ Original file: .*\n/gm, ''));
}

/** The descriptors as data, so that a bundled service reads no files when it starts. */
async function generateDescriptors(files: readonly string[]): Promise<void> {
  const loaded = new protobuf.Root();
  loaded.resolvePath = (_origin, file) => join(protos, file);
  // One after the other: loaded together, they would land in the order the disk answers.
  for (const file of files) loaded.loadSync(file, { keepCase: false });
  const json = JSON.stringify(loaded.toJSON());
  const source = `export const descriptors = ${json};\n`;
  await writeFormatted(join(target, 'descriptors.ts'), source);
}

/** protos/ → packages/grpc/src/gen. */
export async function generateGrpc(): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const files = protoFiles();
  generateTypes(files);
  await generateDescriptors(files);
}

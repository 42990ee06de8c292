import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A file of the app as it is sent. */
export interface AppFile {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly compressed: Buffer;
}

/** The built files of the app. */
export interface AppFiles {
  /** The page that all paths of the console open. */
  readonly page: AppFile;
  /** The paths of all files under `/console/`. */
  readonly names: readonly string[];
  /** A file by its path under `/console/`, such as `assets/main-1a2b.js`. */
  find(path: string): AppFile | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
};

const compress = promisify(gzip);

/** Beside the bundle, or where the build leaves it for the sources. */
function folderOfApp(): string {
  const beside = join(import.meta.dirname, 'app');
  return existsSync(beside) ? beside : join(import.meta.dirname, '..', '..', 'dist', 'app');
}

async function read(path: string): Promise<AppFile> {
  const plain = await readFile(path);
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 16);
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    etag: `"${digest}"`,
    plain,
    compressed: await compress(plain, { level: 9 }),
  };
}

/** Reads and compresses all files of the app, some hundred kB. @throws where it is not built */
export async function openAppFiles(folder = folderOfApp()): Promise<AppFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const files = new Map(
    await Promise.all(
      paths.map(async (path) => [relative(folder, path), await read(path)] as const),
    ),
  );
  const page = files.get('index.html');
  if (page === undefined)
    throw new Error(`${folder} has no index.html; run tools/scripts/build.ts`);
  return { page, names: [...files.keys()], find: (path) => files.get(path) };
}

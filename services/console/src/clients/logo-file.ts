import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';

/** A picture, and its type. */
export interface Logo {
  readonly bytes: Buffer;
  readonly type: string;
}

/** The operator's logo; undefined where there is none. @throws where the file cannot be read */
export async function readLogo(path: string | undefined): Promise<Logo | undefined> {
  if (path === undefined) return undefined;
  const type = extname(path) === '.svg' ? 'image/svg+xml' : 'image/png';
  return { bytes: await readFile(path), type };
}

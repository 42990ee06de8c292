import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { repositoryRoot } from '../config.ts';

/** The digest of each image of others, `name:tag`; null where none is known, so that its tag counts. */
export type Pins = Readonly<Record<string, string | null>>;

export const PINS_FILE = 'deploy/images.json';

const shape = z.record(z.string(), z.string().nullable());

export const readPins = (): Pins =>
  shape.parse(JSON.parse(readFileSync(join(repositoryRoot(), PINS_FILE), 'utf8')));

/** The files in which digests of others' images are written. */
export const filesWithImages = [
  'Dockerfile',
  'docker-compose.yml',
  'deploy/overlays/dev/engines.yaml',
];

/** The pattern of a digest. */
export const DIGEST = 'sha256:[0-9a-f]{64}';

/** A text in which every image of `pins` has its digest, or none where it is null. */
export function pinned(text: string, pins: Pins): string {
  return Object.entries(pins).reduce((result, [image, digest]) => {
    const name = image.replaceAll('.', String.raw`\.`);
    const reference = new RegExp(String.raw`(?<![\w./-])${name}(?:@${DIGEST})?(?![\w.@-])`, 'g');
    return result.replaceAll(reference, digest === null ? image : `${image}@${digest}`);
  }, text);
}

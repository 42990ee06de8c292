import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/** The TypeScript samples of a page of this repository, in its order. */
export function samplesOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, sample = '']) => sample);
}

export const readmeSamples = (): string[] => samplesOf('packages/sdk/README.md');

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The TypeScript samples of the README, in its order. */
export function readmeSamples(): string[] {
  const text = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, sample = '']) => sample);
}

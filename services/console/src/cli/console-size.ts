/**
 * Prints how many bytes of compressed scripts the first visit of each page loads, and fails above 180 kB.
 * `npm run tool -- console-size`, after a build (`node tools/scripts/build.ts console`).
 */
import { openAppFiles } from '../clients/app-files.ts';
import { firstLoad, type Manifest, pagesOf } from '../domain/first-load.ts';

const LIMIT_BYTES = 180_000;

const files = await openAppFiles();
const manifest = JSON.parse(String(files.find('manifest.json')?.plain)) as Manifest;
const sizeOf = (file: string): number => files.find(file)?.compressed.length ?? 0;
const sizes = [...pagesOf(manifest)]
  .map(([page, sources]) => ({ page, bytes: firstLoad(manifest, sources, sizeOf) }))
  .toSorted((one, other) => other.bytes - one.bytes);
for (const { page, bytes } of sizes)
  process.stdout.write(`${(bytes / 1000).toFixed(1).padStart(6)} kB  ${page}\n`);
process.exitCode = sizes.some(({ bytes }) => bytes > LIMIT_BYTES) ? 1 : 0;

/**
 * Prints how many bytes of compressed scripts the first visit of each role loads, and fails above 180 kB.
 * `npm run tool -- console-size`, after a build (`node tools/scripts/build.ts console`).
 */
import { openAppFiles } from '../clients/app-files.ts';
import { firstLoad } from '../domain/first-load.ts';

const LIMIT_BYTES = 180_000;

const files = await openAppFiles();
let largest = 0;
for (const page of ['sign-in', 'overview', 'conversions', 'payouts', 'users']) {
  const bytes = firstLoad(files, page === 'sign-in' ? [page] : ['shell', page]);
  largest = Math.max(largest, bytes);
  process.stdout.write(`${page.padEnd(12)} ${(bytes / 1000).toFixed(1)} kB\n`);
}
process.exitCode = largest > LIMIT_BYTES ? 1 : 0;

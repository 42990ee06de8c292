/**
 * Runs tests with the clock set to moments that dates are prone to fail at.
 * `npm run tool -- moments [--only NAME] [SUITES]`: runs `npm test -- SUITES`, by default all pure rules and what
 * depends on dates, once for each moment: just before and after midnight UTC, both daylight-saving switches, the last of a
 * month, 29 February. libfaketime (Debian: `apt-get install faketime`) shifts the clock of the tests and of the engines that
 * they start alike. Exit code 1 if tests fail at any moment.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '@tributary/engines';
import { clockAheadBy } from '../shifted-clock.ts';

/** All pure rules, and what runs on dates with engines. */
const SUITES = [
  'services/[^/]+/src/(domain|views)/',
  'services/notification/src/deferred',
  'services/notification/src/features/(send-digests|consume-events/consume-events)',
  'services/payout/src/features/(collect-payouts|get-payout-invoice)',
  'services/analytics/src/features/(run-report-schedules|get-report|get-affiliate-performance)',
  'services/campaign/src/features/apply-campaign-schedules',
  'services/commission/src/features/(evaluate-tiers|get-commission-breakdown)',
  'services/tracking/src/features/track-conversion/caps',
];

/** When the run begins. Where time changes within the moment, it changes while the tests run. */
const MOMENTS: Readonly<Record<string, string>> = {
  'before-midnight': '2027-03-09T23:58:30Z',
  'after-midnight': '2027-03-10T00:00:05Z',
  'summer-time-begins': '2027-03-28T00:58:30Z',
  'summer-time-ends': '2027-10-31T00:58:30Z',
  'last-of-month': '2027-01-31T22:30:00Z',
  'leap-day': '2028-02-29T12:00:00Z',
};

/** Runs the suites. @returns the last line with the sum, and whether all passed */
function runAt(moment: string, suites: readonly string[]): Promise<{ sum: string; ok: boolean }> {
  const offset = Math.round((Date.parse(moment) - Date.now()) / 1_000);
  const env = { ...process.env, ...clockAheadBy(offset) };
  const script = ['tools/scripts/test.ts', ...suites];
  const child = spawn(process.execPath, script, {
    cwd: repositoryRoot(),
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let tail = '';
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    tail = `${tail}${chunk.toString()}`.slice(-1_000);
  });
  return new Promise((resolve) => {
    child.once('close', (code) => {
      resolve({ sum: tail.trimEnd().split('\n').at(-1) ?? '', ok: code === 0 });
    });
  });
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' } },
});
const chosen = Object.entries(MOMENTS).filter(([name]) => [undefined, name].includes(values.only));
const lines: string[] = [];
for (const [name, moment] of chosen) {
  process.stdout.write(`\n${name}: ${moment}\n`);
  const { sum, ok } = await runAt(moment, positionals.length === 0 ? SUITES : positionals);
  if (!ok) process.exitCode = 1;
  lines.push(`${ok ? 'passed' : 'FAILED'}  ${name} (${moment}): ${sum}`);
}
process.stdout.write(`\n${lines.join('\n')}\n`);

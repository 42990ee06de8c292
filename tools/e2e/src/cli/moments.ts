import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exitOnSignals, openEngines, repositoryRoot } from '@tributary/engines';
import { runAt } from '../moments/run-at.ts';

const USAGE = `Runs tests with the clock set to moments that dates are prone to fail at

  npm run tool -- moments [--only NAME] [SUITES]

Runs SUITES, patterns of paths, by default all of services and packages, once for each moment: just before and after
midnight UTC, both daylight-saving switches, the last of a month, 29 February. The tests and what they start have the
moved clock, the engines that of the machine, because a service must not depend on both being equal. A suite that
failed runs once more, alone. Exit code 1 if tests fail at any moment.`;

/** When the run begins. Where time changes within the moment, it changes while the tests run. */
const MOMENTS: Readonly<Record<string, string>> = {
  'before-midnight': '2027-03-09T23:58:30Z',
  'after-midnight': '2027-03-10T00:00:05Z',
  'summer-time-begins': '2027-03-28T00:58:30Z',
  'summer-time-ends': '2027-10-31T00:58:30Z',
  'last-of-month': '2027-01-31T22:30:00Z',
  'leap-day': '2028-02-29T12:00:00Z',
};

const ALL = ['^services/', '^packages/'];

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** @returns one line that sums up the moment */
async function runMoment(name: string, moment: string, suites: readonly string[]): Promise<string> {
  const directory = join(repositoryRoot(), '.engines', 'moments');
  const engines = await openEngines({ directory, mode: 'test', log: print });
  try {
    const { passed, failed, failedSuites } = await runAt(moment, suites, engines);
    if (failedSuites.length > 0) process.exitCode = 1;
    const verdict = failedSuites.length === 0 ? 'passed' : 'FAILED';
    const sum = `${String(passed)} passed, ${String(failed)} failed`;
    return [`${verdict}  ${name} (${moment}): ${sum}`, ...failedSuites].join('\n  ');
  } finally {
    await engines.close();
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, help: { type: 'boolean' } },
});

async function main(): Promise<void> {
  // Its exit also ends jest and the engines.
  exitOnSignals();
  const chosen = Object.entries(MOMENTS).filter(([name]) =>
    [undefined, name].includes(values.only),
  );
  const suites = positionals.length === 0 ? ALL : positionals;
  const lines: string[] = [];
  for (const [name, moment] of chosen) {
    print(`\n${name}: ${moment}`);
    lines.push(await runMoment(name, moment, suites));
  }
  print(`\n${lines.join('\n')}`);
}

if (values.help === true) print(USAGE);
else await main();

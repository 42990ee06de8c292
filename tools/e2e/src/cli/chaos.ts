/**
 * Causes faults in a system of its own under load, and compares its answers with its data.
 * `npm run chaos -- [--only NAMES] [--share 1] [--report FILE]`: by default all programs, about half an hour; names are separated by commas.
 * On one system: `tracking`, `webhook`, `processes` (one of them, or each process, killed in turn), `engines` (MongoDB, Kafka
 * and Redis killed, frozen and emptied), `frozen` (MongoDB frozen while every service is called), `storm` (clicks spooled while Kafka is stopped, then drained),
 * `poison` (messages that nobody can read, on every topic), `secrets` (searched for in all logs, events, errors and webhooks).
 * On engines of their own: `members` (of three MongoDB members and three brokers one killed, frozen or stepped down at a time).
 * On systems of their own: `rolling` (two instances of every service restarted in turn: no call may fail), `replicas` (the same, killed, where the
 * clocks of the second instances are 40 s ahead), `disks` (the disk of each engine full), `limits` (rate limits over two instances), `interleavings` (transactions of the ledger in a thousand orders), `tests` (of single calls around cut engines and killed processes).
 * `--share 0.2` shortens faults and loads. Prints a report, and writes it to FILE as Markdown. Exit code 1 if anything was lost, doubled or wrong.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Engines } from '@tributary/engines';
import { causeEngineFaults, ENGINE_FAULTS } from '../chaos/engine-faults.ts';
import { freezeDatabase } from '../chaos/frozen-database.ts';
import { diskFaults, withSmallDisks } from '../chaos/full-disks.ts';
import { everyProcess, killProcesses } from '../chaos/kill-processes.ts';
import { killWebhook } from '../chaos/kill-webhook.ts';
import { countLimits } from '../chaos/limits.ts';
import { RATES, SETTINGS_UNDER_LOAD } from '../chaos/load.ts';
import { manyInterleavings, systemUnderFaults } from '../chaos/long-tests.ts';
import { causeMemberFaults } from '../chaos/member-faults.ts';
import { poisonTopics } from '../chaos/poison.ts';
import { recoveryStorm } from '../chaos/recovery-storm.ts';
import { withReplicas } from '../chaos/replicas.ts';
import { emptyReport, print, type Report, sectionOf, writeReports } from '../chaos/report.ts';
import { rollingRestart } from '../chaos/rolling-restart.ts';
import { LogLines, scanForSecrets } from '../chaos/secrets-scan.ts';
import { withEnginesToKill, withSystem } from '../chaos/with-own-system.ts';
import { clockAheadBy } from '../shifted-clock.ts';
import { type TestSystem } from '../system.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    share: { type: 'string', default: '1' },
    report: { type: 'string' },
    disks: { type: 'string' },
  },
});
const { disks } = values;
const share = Number(values.share);
const part = (whole: number): number => Math.ceil(whole * share);

const KILLS = { kills: part(10), redirects: part(4_000), orders: part(1_000) };
const SPOOLED = part(20_000);
const INTERLEAVINGS = part(1_000);
const SKEW_SECONDS = 40;

interface OneSystem {
  readonly system: TestSystem;
  readonly engines: Engines;
  readonly logs: LogLines;
}

/** On one system, in this order: the search for secrets reads the logs of all. */
const onOneSystem: Readonly<Record<string, (of: OneSystem) => Promise<Report>>> = {
  tracking: ({ system, engines }) => {
    const victims = system.processesOf('tracking');
    return killProcesses(system, engines, { title: 'tracking killed under load', victims }, KILLS);
  },
  processes: ({ system, engines }) => {
    const of = { title: 'Every process killed in turn under load', victims: everyProcess(system) };
    return killProcesses(system, engines, of, { ...KILLS, kills: part(2 * of.victims.length) });
  },
  webhook: ({ system }) => killWebhook(system, KILLS),
  engines: ({ system, engines }) =>
    causeEngineFaults(system, engines, {
      rates: RATES,
      share,
      title: 'Engines killed, frozen and emptied under one load',
      faults: ENGINE_FAULTS,
    }),
  frozen: ({ system, engines }) => freezeDatabase(system, engines),
  storm: ({ system, engines }) => recoveryStorm(system, engines, SPOOLED),
  poison: ({ system, engines }) => poisonTopics(system, engines, RATES),
  secrets: ({ system, engines, logs }) => scanForSecrets(system, engines.kafkaBrokers, logs),
};

const inReplicas = (
  engines: Engines,
  isKilled: boolean,
  othersEnv: Readonly<Record<string, string>> = {},
): Promise<Report> => {
  const options = { rates: RATES, rounds: 1, isKilled };
  return withReplicas(
    engines,
    SETTINGS_UNDER_LOAD,
    (replicas) => rollingRestart(replicas, engines, options),
    { othersEnv },
  );
};

/** @param root has the disks of the engines */
const fillDisks = (engines: Engines, root: string): Promise<Report> => {
  const title = 'Disks of the engines full';
  const options = { rates: RATES, share, title, faults: diskFaults(root) };
  return withSystem(engines, SETTINGS_UNDER_LOAD, (system) =>
    causeEngineFaults(system, engines, options),
  );
};

const onTheirOwn: Readonly<Record<string, (engines: Engines) => Promise<Report>>> = {
  rolling: (engines) => inReplicas(engines, false),
  replicas: (engines) => inReplicas(engines, true, clockAheadBy(SKEW_SECONDS)),
  limits: (engines) =>
    withReplicas(engines, { RATE_LIMIT_TRACKING_PER_HOUR_PER_IP: '60' }, countLimits),
  interleavings: (engines) => manyInterleavings(engines, INTERLEAVINGS),
  tests: systemUnderFaults,
  ...(disks !== undefined && { disks: (engines) => fillDisks(engines, disks) }),
};

/** On engines that they start themselves. */
const onTheirEngines: Readonly<Record<string, () => Promise<Report>>> = {
  members: () => causeMemberFaults(share),
  ...(disks === undefined && {
    disks: () => withSmallDisks(['--only', 'disks', '--share', values.share]),
  }),
};

const known = [onOneSystem, onTheirOwn, onTheirEngines].flatMap((programs) =>
  Object.keys(programs),
);
const names = values.only?.split(',') ?? known;
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  throw new Error(`There is no program ${unknown.join(', ')}: ${known.join(', ')}`);
}

const reports: Report[] = [];

/** Keeps and prints the report of a program; one that fails ends no other. */
async function keep(name: string, program: () => Promise<Report>): Promise<void> {
  print(`${new Date().toISOString()} ${name}`);
  // Async, so that what cannot begin ends no other either.
  const begin = async (): Promise<Report> => program();
  const report = await begin().catch((error: unknown) => ({
    ...emptyReport(name),
    problems: [`not finished: ${error instanceof Error ? (error.stack ?? '') : String(error)}`],
  }));
  if (process.send === undefined) print(sectionOf(report));
  else process.send(report);
  reports.push(report);
}

async function runAll(engines: Engines): Promise<void> {
  const shared = Object.entries(onOneSystem).filter(([name]) => names.includes(name));
  const logs = new LogLines();
  const runShared = async (system: TestSystem): Promise<void> => {
    for (const [name, program] of shared) {
      await keep(name, () => program({ system, engines, logs }));
    }
  };
  const env = { ...SETTINGS_UNDER_LOAD, LOG_LEVEL: 'info' };
  if (shared.length > 0) await withSystem(engines, env, runShared, { onOutput: logs.add });
  for (const [name, program] of Object.entries(onTheirOwn)) {
    if (names.includes(name)) await keep(name, () => program(engines));
  }
}

const startedAt = performance.now();
const [loadBefore = 0] = loadavg();
if (names.some((name) => !(name in onTheirEngines))) {
  await withEnginesToKill(
    runAll,
    disks === undefined ? undefined : { directory: `${disks}/engines`, dataFolder: disks },
  );
}
for (const [name, program] of Object.entries(onTheirEngines)) {
  if (names.includes(name)) await keep(name, program);
}
const minutes = (performance.now() - startedAt) / 60_000;
const [loadAfter = 0] = loadavg();
if (values.report !== undefined) {
  writeReports(reports, values.report, { minutes, share, loads: [loadBefore, loadAfter] });
}
if (reports.some(({ problems }) => problems.length > 0)) process.exitCode = 1;
if (process.send !== undefined) process.disconnect();

/**
 * Predicts what a load meets: latency, lag, and what is full first.
 * `npm run tool -- capacity --click 200 --order 5 [--approval 5 --delivery 30 --report 2]`, things a second, or `--demo 100` for the busiest
 * hour with so many times the demo a day. `--cores 8` are shared by everything, engines included; `--instances tracking=2,tracking-worker=3`;
 * `--seconds 30` are simulated. `--check` compares the measured loads that no figure was fitted to with their predictions.
 * `--figures` prints what each kind of thing costs. `--measure` measures this machine, which does nothing else for ten minutes, and writes the measurements that all else reads;
 * `--file` names another file for them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { exitOnSignals } from '@tributary/engines';
import { compare } from '../capacity/check.ts';
import { demoRates } from '../capacity/demo-load.ts';
import { type Scenario, withoutClients } from '../capacity/figures.ts';
import { fitFigures } from '../capacity/fit.ts';
import { kneeOf, processesIn } from '../capacity/knees.ts';
import { measureMachine } from '../capacity/measure-machine.ts';
import { kinds, type Measurements, type Rates } from '../capacity/measurements.ts';
import { simulate } from '../capacity/simulate.ts';
import {
  bytesTable,
  comparisonTable,
  costsTable,
  kneesTable,
  predictionTable,
  usageTable,
} from '../capacity/tables.ts';
import { print } from '../report.ts';

const MEASURED = fileURLToPath(new URL('../../assets/capacity.json', import.meta.url));
const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({
  options: {
    click: text,
    order: text,
    approval: text,
    delivery: text,
    report: text,
    demo: text,
    cores: text,
    instances: { type: 'string', default: '' },
    seconds: { type: 'string', default: '30' },
    file: { type: 'string', default: MEASURED },
    check: flag,
    measure: flag,
    figures: flag,
  },
});

/** @throws Error where it is no number above 0 */
function positive(name: string, given: string): number {
  const number = Number(given);
  if (Number.isFinite(number) && number > 0) return number;
  throw new Error(`--${name} is ${given}: give a number above 0`);
}

/** @throws Error where it is no whole number above 0 */
function whole(name: string, given: string): number {
  const number = positive(name, given);
  if (Number.isInteger(number)) return number;
  throw new Error(`--${name} is ${given}: give a whole number`);
}

/** @throws Error where there is no such process */
function instancesOf(given: string, processes: readonly string[]): Record<string, number> {
  const pairs = given.split(',').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [process = '', count = ''] = pair.split('=');
      if (!processes.includes(process))
        throw new Error(`There is no process ${process}: ${processes.join(', ')}`);
      return [process, whole('instances', count)];
    }),
  );
}

const ratesOf = (): Rates => ({
  ...(values.demo === undefined ? {} : demoRates(positive('demo', values.demo))),
  ...Object.fromEntries(
    kinds.flatMap((kind) => {
      const given = values[kind];
      return given === undefined ? [] : [[kind, positive(kind, given)]];
    }),
  ),
});

/** Loads below and above what two cores carry. */
const CHECKS = [
  { click: 30, order: 0.7, approval: 0.4, delivery: 10, report: 1 },
  { click: 160, order: 5, approval: 3, delivery: 40, report: 6 },
];
const CHECK_SECONDS = 30;

async function measure(): Promise<void> {
  exitOnSignals();
  const measured = await measureMachine({ checks: CHECKS, checkSeconds: CHECK_SECONDS });
  writeFileSync(values.file, `${JSON.stringify(measured, undefined, 2)}\n`);
}

function showChecks(measured: Measurements): void {
  const figures = fitFigures(measured);
  const { checks, machine } = measured;
  for (const one of checks) {
    print(`\n${JSON.stringify(one.rates)}, ${String(one.seconds)} s\n`);
    print(comparisonTable(compare(figures, one, machine.cores)));
  }
}

function showFigures(measured: Measurements): void {
  const figures = fitFigures(measured);
  print(`${kneesTable(figures, measured.machine.cores)}\n`);
  for (const kind of kinds) print(`${costsTable(figures, kind)}\n`);
  print(bytesTable(measured.bytes));
}

/** The clients of a load have machines of their own. */
function predict(measured: Measurements): void {
  const figures = withoutClients(fitFigures(measured));
  const rates = ratesOf();
  if (Object.keys(rates).length === 0) throw new Error('Name a load, such as --click 100');
  const cores = values.cores === undefined ? measured.machine.cores : whole('cores', values.cores);
  const instances = instancesOf(values.instances, processesIn(figures));
  const scenario: Scenario = { rates, cores, instances };
  const prediction = simulate(figures, scenario, {
    seconds: positive('seconds', values.seconds),
  });
  print(`${usageTable(prediction, scenario)}\n\n${predictionTable(prediction)}\n`);
  const { factor, full } = kneeOf(figures, scenario);
  const what = full === 'cores' ? 'the cores are' : `${full} is`;
  print(`By what things cost a full system, ${what} full at ${factor.toFixed(2)} times this load.`);
}

if (values.measure) await measure();
else {
  const measured = JSON.parse(readFileSync(values.file, 'utf8')) as Measurements;
  if (values.check) showChecks(measured);
  else if (values.figures) showFigures(measured);
  else predict(measured);
}

/** The model's answers as text. */
import { type Compared, errorOf } from './check.ts';
import { type Figures, instancesOf, microsOf, type Scenario } from './figures.ts';
import { kneeOf, threadsOf } from './knees.ts';
import { type Kind, kinds, type Measurements } from './measurements.ts';
import { type Prediction } from './simulate.ts';

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A table of Markdown. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(row).join('\n');

const whole = (value: number): string => value.toFixed(value < 10 ? 1 : 0);

/** What each kind of thing costs and when what is full, each kind alone. */
export function kneesTable(figures: Figures, cores: number): string {
  const rows = kinds.map((kind) => {
    const alone = { rates: { [kind]: 1 }, cores, instances: {} };
    const { factor, full } = kneeOf(figures, alone);
    return [kind, whole(factor), full];
  });
  return table(['kind', `a second on ${String(cores)} cores`, 'full first'], rows);
}

const SHOWN_SHARE = 0.02;

/** CPU of each process for one thing of a kind at the highest measured rate, and how many one instance can do. */
export function costsTable(figures: Figures, kind: Kind): string {
  const rows = Object.entries(figures.kinds[kind].cpu).map(([process, cost]) => {
    const micros = microsOf(cost, Infinity);
    const threads = threadsOf(process, Infinity);
    const free = 1e6 - (figures.idle[process] ?? 0);
    return { process, micros, most: threads > 1 ? 'several cores' : whole(free / micros) };
  });
  const sum = rows.reduce((total, { micros }) => total + micros, 0);
  const shown = rows
    .filter(({ micros }) => micros > sum * SHOWN_SHARE)
    .toSorted((a, b) => b.micros - a.micros);
  return table(
    ['process', `CPU of one ${kind}, µs`, 'a second of one instance'],
    [
      ...shown.map(({ process, micros, most }) => [process, whole(micros), most]),
      ['all', whole(sum), ''],
    ],
  );
}

/** What the engines store for one thing of each kind. */
export const bytesTable = (bytes: Measurements['bytes']): string =>
  table(
    ['bytes stored for one', 'MongoDB, with indexes', 'Kafka, one replica'],
    Object.entries(bytes).map(([kind, { mongo, kafka }]) => [
      kind,
      String(mongo),
      kafka === undefined ? '' : String(kafka),
    ]),
  );

/** What a load meets, kind by kind. */
export function predictionTable({ outcomes }: Prediction): string {
  const rows = Object.entries(outcomes).map(
    ([kind, { perSecond, p50Ms, p95Ms, backlog, backlogPerSecond }]) => [
      kind,
      whole(perSecond),
      whole(p50Ms),
      whole(p95Ms),
      whole(backlog),
      whole(backlogPerSecond),
    ],
  );
  const head = [
    'kind',
    'answered a second',
    'median, ms',
    '95 %, ms',
    'backlog at the end',
    'its growth a second',
  ];
  return table(head, rows);
}

/** CPU of each process, and how full it is, the fullest first. */
export function usageTable({ cpu }: Prediction, scenario: Scenario): string {
  const percent = (part: number): string => `${(part * 100).toFixed(0)} %`;
  const rows = Object.entries(cpu)
    .map(([process, micros]) => {
      const cores = micros / 1e6;
      const capacity = instancesOf(scenario, process) * threadsOf(process, scenario.cores);
      return { process, cores, part: cores / capacity };
    })
    .toSorted((a, b) => b.part - a.part);
  const sum = rows.reduce((total, { cores }) => total + cores, 0);
  return table(
    ['process', 'full', 'cores'],
    [
      ['all cores', percent(sum / scenario.cores), sum.toFixed(2)],
      ...rows.map(({ process, cores, part }) => [process, percent(part), cores.toFixed(2)]),
    ],
  );
}

/** A measured load beside its prediction. */
export const comparisonTable = (compared: readonly Compared[]): string =>
  table(
    ['', 'measured', 'predicted', 'error'],
    compared.map((one) => [
      one.what,
      whole(one.measured),
      whole(one.predicted),
      Number.isFinite(errorOf(one)) ? `${(errorOf(one) * 100).toFixed(0)} %` : '',
    ]),
  );

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const DRILL_FILE = fileURLToPath(import.meta.resolve('../../assets/alert-drill.json'));

/** An alert whose fault was planted in a running system. */
export interface DrilledAlert {
  readonly fault: string;
  readonly alert: string;
  /** From the fault on, s; null where it did not fire. */
  readonly firedAfterS: number | null;
  /** From the end of the fault on, s; null where it did not end. */
  readonly clearedAfterS: number | null;
}

/** An ISO date with what was drilled on it. */
type RecordedAlert = DrilledAlert & { readonly date: string };

const readRecord = (): readonly RecordedAlert[] =>
  existsSync(DRILL_FILE)
    ? (JSON.parse(readFileSync(DRILL_FILE, 'utf8')) as readonly RecordedAlert[])
    : [];

/** Keeps the results for docs/alerts.md, and those of the alerts that were not drilled now. */
export function recordDrill(drilled: readonly DrilledAlert[]): void {
  const date = new Date().toISOString().slice(0, 10);
  const others = readRecord().filter((one) => drilled.every(({ alert }) => alert !== one.alert));
  const recorded = [...others, ...drilled.map((one) => ({ date, ...one }))];
  writeFileSync(DRILL_FILE, `${JSON.stringify(recorded, undefined, 2)}\n`);
}

const secondsOf = (seconds: number | null): string => (seconds === null ? 'not' : String(seconds));

const rowOf = ({ date, fault, alert, firedAfterS, clearedAfterS }: RecordedAlert): string =>
  `| ${date} | ${fault} | [${alert}](#${alert.toLowerCase()}) | ${secondsOf(firedAfterS)} | ${secondsOf(clearedAfterS)} |`;

/** A section on the faults that were planted. */
export function drillSection(): string {
  return `## Shown by faults

\`npm run tool -- alert-drill\` plants each fault in a running system that a Prometheus reads every 15 seconds, waits until the alert fires, ends the fault, and waits until the alert ends. The goal is two minutes. In seconds:

| date | fault | alert | fired after | ended after |
| --- | --- | --- | --- | --- |
${readRecord().map(rowOf).join('\n')}`;
}

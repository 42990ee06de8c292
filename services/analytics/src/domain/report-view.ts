import { type Figures, metricsOf, noFigures } from './metrics.ts';
import { headOf, type Names, type ReportKind } from './report.ts';

interface Row extends Figures {
  readonly _id: unknown;
}

/** Rows of a report by the hour of the day. */
export const HOURS_A_DAY = 24;

const HOURS = Array.from({ length: HOURS_A_DAY }, (_, hour) => hour);

/** Every hour of the day, including those without figures. */
export function everyHour(rows: readonly Row[]): Row[] {
  const byHour = new Map(rows.map((row) => [row._id, row]));
  return HOURS.map((hour) => byHour.get(hour) ?? { _id: hour, ...noFigures });
}

/** A row as shown and exported: its head, then its figures. */
export const rowView = (
  { _id, ...figures }: Row,
  about: { kind: ReportKind; currency: string; names: Names },
) => ({
  ...headOf(about.kind, _id, about.names),
  ...metricsOf(figures, about.currency),
});

import { addFigures, type Figures, noFigures } from '../domain/metrics.ts';
import { type GroupTotals } from './figures-port.ts';

/** The answer of a query for the totals of all groups. */
export type FoundTotals = Figures & { readonly rows: number };

/** The totals of all groups; zeros where nothing was found. */
export const groupTotalsOf = (found: FoundTotals | undefined): GroupTotals => ({
  rows: found?.rows ?? 0,
  figures: addFigures(noFigures, found ?? noFigures),
});

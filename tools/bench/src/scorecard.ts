import { boundsText, type Figures, type Goal, type GoalId, goals, isMet } from './goals.ts';

export interface Measurement extends Figures {
  /** The base's and the product's figure, for people. */
  readonly base?: string;
  readonly product: string;
  /** Why the measurement does not count, for instance wrong answers. */
  readonly wrong?: string | undefined;
}

const HEADS = ['path', 'base', 'product', 'ratio', 'p99 ratio', 'goal', ''] as const;

/** Collects the measurements of a run and compares them with the goals. */
export class Scorecard {
  private readonly rows = new Map<GoalId, Measurement>();

  record(id: GoalId, measurement: Measurement): void {
    this.rows.set(id, measurement);
  }

  /** How many goals were measured and missed. */
  get missed(): number {
    return [...this.rows].filter(([id, row]) => verdictOf(goals[id], row) === 'MISSED').length;
  }

  /** The measurements in the order of the goals. */
  table(): string {
    const ids = (Object.keys(goals) as GoalId[]).filter((id) => this.rows.has(id));
    const lines = ids.map((id) => lineOf(goals[id], this.rows.get(id) ?? { product: '' }));
    const cells = [[...HEADS], ...lines];
    const widths = HEADS.map((_, column) =>
      Math.max(...cells.map((row) => row[column]?.length ?? 0)),
    );
    return cells
      .map((row) =>
        row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      )
      .join('\n');
  }
}

type Verdict = 'met' | 'MISSED' | '';

function verdictOf(goal: Goal, row: Measurement): Verdict {
  if (row.wrong !== undefined) return 'MISSED';
  if (Object.keys(goal.bounds).length === 0) return '';
  return isMet(goal, row) ? 'met' : 'MISSED';
}

const figure = (value: number | undefined): string => value?.toFixed(2) ?? '';

const lineOf = (goal: Goal, row: Measurement): string[] => [
  goal.name,
  row.base ?? '',
  row.product,
  figure(row.ratio),
  figure(row.p99Ratio),
  boundsText(goal),
  [verdictOf(goal, row), row.wrong ?? ''].join(' ').trim(),
];

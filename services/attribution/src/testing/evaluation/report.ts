import { attackNames, type Form } from '@tributary/traffic';
import { ablations, type Figures, figuresOf, without } from './figures.ts';
import { type ScoredConversion } from './run-world.ts';

/** The scores of one world. */
export interface Outcome {
  readonly seed: number;
  readonly form: Form;
  readonly scored: readonly ScoredConversion[];
  readonly wronglySuspected: number;
}

const shown = (value: number | null, digits = 3): string =>
  value === null ? '-' : value.toFixed(digits);
const percent = (value: number | null): string =>
  value === null ? '-' : `${(100 * value).toFixed(2)} %`;

/** A table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const lineOf = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [lineOf(head), rule, ...rows.map(lineOf)].join('\n');
};

const rowOf = (name: string, figures: Figures): string[] => [
  name,
  String(figures.honest),
  String(figures.fraud),
  percent(figures.falsePositiveRate),
  shown(figures.precision),
  shown(figures.recall),
  shown(figures.recallSettled),
  shown(figures.brier, 4),
];
const HEAD = [
  'honest',
  'fraud',
  'false positives',
  'precision',
  'recall cold',
  'recall from day 7',
  'Brier',
];

const perSeed = (outcomes: readonly Outcome[]): string =>
  table(
    ['seed', ...HEAD, 'honest affiliates suspected'],
    outcomes.map(({ seed, scored, wronglySuspected }) => [
      ...rowOf(String(seed), figuresOf(scored)),
      String(wronglySuspected),
    ]),
  );

const weakestOf = ({ byAttack }: Figures): string => {
  const [weakest] = attackNames.toSorted(
    (a, b) => (byAttack[a].settled ?? 1) - (byAttack[b].settled ?? 1),
  );
  return weakest === undefined ? '-' : `${weakest} ${shown(byAttack[weakest].settled, 2)}`;
};

const ablationTable = (scored: readonly ScoredConversion[]): string =>
  table(
    ['variant', ...HEAD, 'weakest attack from day 7'],
    ablations.map(({ name, isLeftOut }) => {
      const figures = figuresOf(without(scored, isLeftOut));
      return [...rowOf(name, figures), weakestOf(figures)];
    }),
  );

/** The targets of the design and the measured values. */
export function targetsOf(
  plain: readonly ScoredConversion[],
  evasive: readonly ScoredConversion[],
) {
  const [plainFigures, evasiveFigures] = [figuresOf(plain), figuresOf(evasive)];
  const both = figuresOf([...plain, ...evasive]);
  const least = ({ byAttack }: Figures): number =>
    Math.min(...attackNames.map((name) => byAttack[name].settled ?? 1));
  return [
    { name: 'false positives <= 1 %', value: both.falsePositiveRate ?? 0, isAtMost: 0.01 },
    { name: 'precision >= 0.90', value: both.precision ?? 0, isAtLeast: 0.9 },
    { name: 'recall cold >= 0.90 (plain)', value: plainFigures.recall ?? 0, isAtLeast: 0.9 },
    {
      name: 'recall from day 7 >= 0.95 (plain)',
      value: plainFigures.recallSettled ?? 0,
      isAtLeast: 0.95,
    },
    { name: 'each attack from day 7 >= 0.85 (plain)', value: least(plainFigures), isAtLeast: 0.85 },
    {
      name: 'each attack from day 7 >= 0.80 (evasive)',
      value: least(evasiveFigures),
      isAtLeast: 0.8,
    },
  ].map(({ name, value, isAtLeast = -Infinity, isAtMost = Infinity }) => ({
    name,
    value,
    isMet: value >= isAtLeast && value <= isAtMost,
  }));
}

/** The whole evaluation as text. */
export function reportOf(outcomes: readonly Outcome[]): string {
  const of = (form: Form) => outcomes.filter((one) => one.form === form);
  const scoredOf = (form: Form) => of(form).flatMap(({ scored }) => scored);
  const [plain, evasive] = [scoredOf('plain'), scoredOf('evasive')];
  const [plainFigures, evasiveFigures] = [figuresOf(plain), figuresOf(evasive)];
  const sections = [
    ['Plain attacks, seed by seed', perSeed(of('plain'))],
    ['Evasive attacks, seed by seed', perSeed(of('evasive'))],
    [
      'All seeds',
      table(['attacks', ...HEAD], [rowOf('plain', plainFigures), rowOf('evasive', evasiveFigures)]),
    ],
    [
      'Recall by attack',
      table(
        ['attack', 'plain cold', 'plain from day 7', 'evasive cold', 'evasive from day 7'],
        attackNames.map((name) => [
          name,
          shown(plainFigures.byAttack[name].cold),
          shown(plainFigures.byAttack[name].settled),
          shown(evasiveFigures.byAttack[name].cold),
          shown(evasiveFigures.byAttack[name].settled),
        ]),
      ),
    ],
    ['Ablations, plain attacks', ablationTable(plain)],
    ['Ablations, evasive attacks', ablationTable(evasive)],
    [
      'Targets',
      table(
        ['target', 'measured', ''],
        targetsOf(plain, evasive).map(({ name, value, isMet }) => [
          name,
          value.toFixed(4),
          isMet ? 'met' : 'NOT MET',
        ]),
      ),
    ],
  ];
  return sections.map(([title = '', text = '']) => `## ${title}\n\n${text}\n`).join('\n');
}

import { withoutUndefined } from '@tributary/mongo';
import { dayOf, dayParts, type Period, splitPeriod, type SplitPeriod } from '../domain/period.ts';
import { type Dimension } from '../domain/rollup.ts';
import { FIGURES, isSpilling } from './day-sums.ts';
import { type FigureQuery, type Grouping, type Scope } from './figures-port.ts';
import { type Sign, sources, type Stage, type Way, ways } from './figure-sources.ts';

/** The filter of a scope; the brand selects nothing more, and no index has it. */
export const scopeFilter = ({ brandId: _brandId, ...scope }: Scope): Stage =>
  withoutUndefined(scope);

const sumOf = (names: readonly string[], path = ''): Stage =>
  Object.fromEntries(names.map((name) => [name, { $sum: `$${path}${name}` }]));

const range = ({ start, end }: Period) => ({ $gte: start, $lt: end });

interface Branch {
  readonly coll: string;
  readonly pipeline: Stage[];
}

interface Parts {
  readonly sums: readonly { readonly dimension: Dimension; readonly span: Period }[];
  readonly facts: readonly { readonly span: Period; readonly sign: Sign }[];
}

const signed = (spans: readonly Period[], sign: Sign) => spans.map((span) => ({ span, sign }));

/** Consecutive days as one span, which takes one query. */
function spanOf(days: readonly Period[]): Period[] {
  if (days.length === 0) return [];
  const start = new Date(Math.min(...days.map((day) => day.start.getTime())));
  return [{ start, end: new Date(Math.max(...days.map((day) => day.end.getTime()))) }];
}

/**
 * Traits have no sums by the hour: parts of days are counted fact by fact, or as the day less the rest of it.
 * For days whose minutes were deleted (after two years) a part counts as the whole day or as nothing.
 */
function partsByValue({ whole, edges }: SplitPeriod, dimension: Dimension): Parts {
  const parts = edges.map(dayParts);
  const days = [...(whole === undefined ? [] : [whole]), ...parts.flatMap((part) => part.days)];
  return {
    sums: spanOf(days).map((span) => ({ dimension, span })),
    facts: parts.flatMap(({ added, taken }) => [...signed(added, 1), ...signed(taken, -1)]),
  };
}

function partsByHour(period: Period): Parts {
  const { whole, edges } = splitPeriod(period, 'hour');
  const sums = whole === undefined ? [] : [{ dimension: 'hour' as const, span: whole }];
  return { sums, facts: signed(edges, 1) };
}

/**
 * Which parts of a period are read from sums and which from facts: facts only for parts of hours, because a
 * day may have a million clicks; with traits, for parts of days.
 */
function partsOf(period: Period, dimension: Dimension): Parts {
  if (dimension === 'hour') return partsByHour(period);
  const split = splitPeriod(period, 'day');
  if (dimension !== 'day') return partsByValue(split, dimension);
  const fine = split.edges.map(partsByHour);
  return {
    sums: [
      ...(split.whole === undefined ? [] : [{ dimension, span: split.whole }]),
      ...fine.flatMap(({ sums }) => sums),
    ],
    facts: fine.flatMap(({ facts }) => facts),
  };
}

interface Sums {
  readonly way: Way;
  readonly span: Period;
  readonly figures: readonly string[];
}

/** Rows of the hours of a span, which may begin and end within a day. */
function ofHours({ way, span, figures }: Sums): Stage[] {
  const isWhole = dayOf(span.start) >= span.start && dayOf(span.end) >= span.end;
  const at = { $dateAdd: { startDate: '$at', unit: 'hour', amount: { $toInt: '$part.k' } } };
  return [
    { $set: { part: { $objectToArray: '$hours' } } },
    { $unwind: '$part' },
    { $set: { at } },
    ...(isWhole ? [] : [{ $match: { at: range(span) } }]),
    { $group: { _id: way.ofFact('at'), ...sumOf(figures, 'part.v.') } },
  ];
}

/** Rows of the values of a trait, grouped by their digests before the values are read. */
function ofValues({ way, figures }: Sums): Stage[] {
  const shown = Object.fromEntries(figures.map((name) => [name, 1]));
  const value = { $first: '$part.v.value' };
  return [
    { $project: { _id: 0, part: { $objectToArray: `$${way.dimension}` } } },
    { $unwind: '$part' },
    { $group: { _id: '$part.k', value, ...sumOf(figures, 'part.v.') } },
    { $project: { _id: way.ofSum, ...shown } },
  ];
}

function ofDays({ way, figures }: Sums): Stage[] {
  return [{ $group: { _id: way.ofSum, ...sumOf(figures) } }];
}

const stagesOf = (dimension: Dimension, sums: Sums): Stage[] => {
  if (dimension === 'day') return ofDays(sums);
  return dimension === 'hour' ? ofHours(sums) : ofValues(sums);
};

/** One query for each collection and part of the period. */
function branchesOf({ scope, period, currency, by, only }: FigureQuery): Branch[] {
  const way = ways[by];
  const further = isSpilling(way.dimension) ? { $in: [false, true] } : false;
  const wanted = sources.filter((source) => only === undefined || source.of === only);
  return wanted.flatMap((source) => {
    const match = { ...scopeFilter(scope), ...(source.money ? { currency } : {}) };
    const { sums, facts } = partsOf(source.periodOf(period), way.dimension);
    const ofSums = ({ dimension, span }: Parts['sums'][number]): Branch => ({
      coll: source.sums,
      pipeline: [
        { $match: { ...match, further, at: { $gte: dayOf(span.start), $lt: span.end } } },
        ...stagesOf(dimension, { way, span, figures: source.figures }),
      ],
    });
    const ofFacts = ({ span, sign }: Parts['facts'][number]): Branch[] =>
      source.facts.map(({ coll, time, match: counted, stages }) => ({
        coll,
        pipeline: [{ $match: { ...match, ...counted, [time]: range(span) } }, ...stages(way, sign)],
      }));
    return [...sums.map(ofSums), ...facts.flatMap(ofFacts)];
  });
}

/** The first collection, and the stages that make one row for each group with figures. */
export function sumPipeline(query: FigureQuery): { coll: string; stages: Stage[] } {
  const [first, ...rest] = branchesOf(query);
  if (first === undefined) throw new Error('A period has days or edges');
  const unions = rest.map((branch) => ({ $unionWith: branch }));
  const all = { $group: { _id: '$_id', ...sumOf(FIGURES) } };
  // After a refund a sum may be 0; rows of zeros are left out.
  const something = { $match: { $or: FIGURES.map((name) => ({ [name]: { $ne: 0 } })) } };
  return { coll: first.coll, stages: [...first.pipeline, ...unions, all, something] };
}

/** The sums and the number of all rows. */
export const totalStage: Stage = {
  $group: { _id: null, rows: { $sum: 1 }, ...sumOf(FIGURES) },
};

/** Descending by earnings, then by clicks; hours in their order. */
export const orderStages = (by: Grouping): Stage[] =>
  by === 'time_of_day'
    ? [{ $sort: { _id: 1 } }]
    : [
        { $set: { gross: { $add: ['$unique', '$duplicate', '$invalid'] } } },
        { $sort: { earningsMinor: -1, gross: -1, conversions: -1, _id: 1 } },
        { $unset: 'gross' },
      ];

import { withoutUndefined } from '@tributary/mongo';
import { dayOf, dayParts, type Period, splitPeriod, type SplitPeriod } from '../domain/period.ts';
import { type Dimension } from '../domain/rollup.ts';
import { countedStatuses, earnedStatuses } from '../domain/rollup.ts';
import { collections } from './collections.ts';
import { FIGURES, isSpilling } from './day-sums.ts';

/** The affiliate or campaign whose figures are read, and further filters. */
export interface Scope {
  readonly affiliateId?: string | undefined;
  readonly campaignId?: string | undefined;
  readonly linkId?: string | undefined;
}

/** By what figures are grouped. */
export type Grouping =
  | 'total'
  | 'hour'
  | 'day'
  | 'campaign'
  | 'link'
  | 'affiliate'
  | 'utm'
  | 'geo'
  | 'device'
  | 'time_of_day';

export interface FigureQuery {
  readonly scope: Scope;
  readonly period: Period;
  readonly currency: string;
  readonly by: Grouping;
  /** The only source to read; default: all. */
  readonly only?: Source;
}

type Source = 'clicks' | 'conversions' | 'commissions';

type Expression = string | null | Readonly<Record<string, unknown>>;
type Stage = Record<string, unknown>;

interface Way {
  readonly dimension: Exclude<Dimension, 'status'>;
  /** The group's key in a day's sums; for traits it is built from `$value`. */
  readonly ofSum: Expression;
  /** The group's key in facts and hours, whose time is in this field. */
  readonly ofFact: (time: string) => Expression;
}

const same = (dimension: 'day', key: Expression): Way => ({
  dimension,
  ofSum: key,
  ofFact: () => key,
});

const truncated = (unit: 'hour' | 'day'): Way => ({
  dimension: unit,
  ofSum: '$at',
  ofFact: (time) => ({ $dateTrunc: { date: `$${time}`, unit } }),
});

/**
 * A group's key of several fields, each listed. MongoDB 6 hashes a whole embedded document without its last
 * fields: grouping thousands that differ only there would take minutes.
 */
const keyOf = (path: string, fields: readonly string[]): Expression =>
  Object.fromEntries(fields.map((field) => [field, `$${path}${field}`]));

const UTM_FIELDS = ['source', 'medium', 'campaign', 'term', 'content'];
const DEVICE_FIELDS = ['device', 'browser'];

const byFields = (
  dimension: 'utm' | 'device',
  fields: readonly string[],
  factPath: string,
): Way => ({
  dimension,
  ofSum: keyOf('value.', fields),
  ofFact: () => keyOf(factPath, fields),
});

const ways: Readonly<Record<Grouping, Way>> = {
  total: same('day', null),
  hour: truncated('hour'),
  day: truncated('day'),
  campaign: same('day', '$campaignId'),
  link: same('day', { linkId: '$linkId', campaignId: '$campaignId' }),
  affiliate: same('day', '$affiliateId'),
  utm: byFields('utm', UTM_FIELDS, 'utm.'),
  geo: { dimension: 'country', ofSum: '$value', ofFact: () => '$country' },
  device: byFields('device', DEVICE_FIELDS, ''),
  time_of_day: {
    dimension: 'hour',
    ofSum: { $hour: '$at' },
    ofFact: (time) => ({ $hour: `$${time}` }),
  },
};

const sumOf = (names: readonly string[], path = ''): Stage =>
  Object.fromEntries(names.map((name) => [name, { $sum: `$${path}${name}` }]));

/** Whether facts are added to sums or subtracted from them. */
type Sign = 1 | -1;

const countWhere = (validity: unknown, sign: Sign): Stage => ({
  $sum: { $cond: [validity, sign, 0] },
});

const amount = (field: string, sign: Sign): Stage => ({ $sum: { $multiply: [`$${field}`, sign] } });

/** The sources of figures: the collections of sums and of facts, and how facts are summed. */
const sources = [
  {
    of: 'clicks',
    sums: collections.clickDays.name,
    facts: collections.clicks.name,
    time: 'occurredAt',
    money: false,
    match: {},
    figures: ['unique', 'duplicate', 'invalid'],
    ofFacts: (sign: Sign) => ({
      unique: countWhere({ $eq: ['$validity', 'valid'] }, sign),
      duplicate: countWhere({ $eq: ['$validity', 'duplicate'] }, sign),
      invalid: countWhere({ $not: [{ $in: ['$validity', ['valid', 'duplicate']] }] }, sign),
    }),
  },
  {
    of: 'conversions',
    sums: collections.conversionDays.name,
    facts: collections.conversions.name,
    time: 'convertedAt',
    money: true,
    match: { status: { $in: countedStatuses } },
    figures: ['conversions', 'revenueMinor'],
    ofFacts: (sign: Sign) => ({
      conversions: { $sum: sign },
      revenueMinor: amount('valueMinor', sign),
    }),
  },
  {
    of: 'commissions',
    sums: collections.commissionDays.name,
    facts: collections.commissions.name,
    time: 'convertedAt',
    money: true,
    match: { status: { $in: earnedStatuses } },
    figures: ['earningsMinor'],
    ofFacts: (sign: Sign) => ({ earningsMinor: amount('amountMinor', sign) }),
  },
] as const;

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
 * For days whose clicks were deleted (after two years) a part counts as the whole day or as nothing.
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
  const { sums, facts } = partsOf(period, way.dimension);
  const further = isSpilling(way.dimension) ? { $in: [false, true] } : false;
  const wanted = sources.filter((source) => only === undefined || source.of === only);
  return wanted.flatMap((source) => {
    const match = { ...withoutUndefined(scope), ...(source.money ? { currency } : {}) };
    const ofSums = ({ dimension, span }: Parts['sums'][number]): Branch => ({
      coll: source.sums,
      pipeline: [
        { $match: { ...match, further, at: { $gte: dayOf(span.start), $lt: span.end } } },
        ...stagesOf(dimension, { way, span, figures: source.figures }),
      ],
    });
    const ofFacts = ({ span, sign }: Parts['facts'][number]): Branch => ({
      coll: source.facts,
      pipeline: [
        { $match: { ...match, ...source.match, [source.time]: range(span) } },
        { $group: { _id: way.ofFact(source.time), ...source.ofFacts(sign) } },
      ],
    });
    return [...sums.map(ofSums), ...facts.map(ofFacts)];
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

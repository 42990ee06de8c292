import { inMinutes, type Period } from '../domain/period.ts';
import { type Dimension } from '../domain/rollup.ts';
import { countedStatuses, earnedStatuses } from '../domain/states.ts';
import { collections } from './collections.ts';
import { type Grouping, type Source } from './figures-port.ts';

type Expression = string | null | Readonly<Record<string, unknown>>;
export type Stage = Record<string, unknown>;

/** How rows of one grouping are read. */
export interface Way {
  readonly dimension: Exclude<Dimension, 'status'>;
  /** The group's key in a day's sums; for traits it is built from `$value`. */
  readonly ofSum: Expression;
  /** The group's key in facts and hours, whose time is in this field and whose traits are below this path. */
  readonly ofFact: (time: string, path?: string) => Expression;
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
  ofFact: (_time, path = '') => keyOf(path + factPath, fields),
});

export const ways: Readonly<Record<Grouping, Way>> = {
  total: same('day', null),
  hour: truncated('hour'),
  day: truncated('day'),
  campaign: same('day', '$campaignId'),
  link: same('day', { linkId: '$linkId', campaignId: '$campaignId' }),
  affiliate: same('day', '$affiliateId'),
  utm: byFields('utm', UTM_FIELDS, 'utm.'),
  geo: { dimension: 'country', ofSum: '$value', ofFact: (_time, path = '') => `$${path}country` },
  device: byFields('device', DEVICE_FIELDS, ''),
  time_of_day: {
    dimension: 'hour',
    ofSum: { $hour: '$at' },
    ofFact: (time) => ({ $hour: `$${time}` }),
  },
};

/** Whether facts are added to sums or subtracted from them. */
export type Sign = 1 | -1;

/** Facts of a collection, and how those of a period are grouped. */
interface Facts {
  readonly coll: string;
  readonly time: string;
  readonly match: Stage;
  readonly stages: (way: Way, sign: Sign) => Stage[];
}

interface SourceOfFigures {
  readonly of: Source;
  readonly sums: string;
  readonly facts: readonly Facts[];
  /** The period that can be read. */
  readonly periodOf: (period: Period) => Period;
  readonly money: boolean;
  readonly figures: readonly string[];
}

const exactly = (period: Period): Period => period;

const countWhere = (validity: unknown, sign: Sign): Stage => ({
  $sum: { $cond: [validity, sign, 0] },
});

const amount = (field: string, sign: Sign): Stage => ({ $sum: { $multiply: [`$${field}`, sign] } });

const CLICKS = ['unique', 'duplicate', 'invalid', 'withoutConsent'] as const;
const TRAITS = 'traits';

const isTrait = ({ dimension }: Way): boolean =>
  dimension === 'utm' || dimension === 'country' || dimension === 'device';

/** Groups one by one what has the traits of its click itself. */
const grouped =
  (time: string, ofFacts: (sign: Sign) => Stage) =>
  (way: Way, sign: Sign): Stage[] => [{ $group: { _id: way.ofFact(time), ...ofFacts(sign) } }];

/** Groups minutes of clicks, by traits below each. */
function groupedMinutes(way: Way, sign: Sign): Stage[] {
  const path = isTrait(way) ? `${TRAITS}.` : '';
  const counts = Object.fromEntries(CLICKS.map((name) => [name, amount(path + name, sign)]));
  const group = { $group: { _id: way.ofFact('at', path), ...counts } };
  return isTrait(way) ? [{ $unwind: `$${TRAITS}` }, group] : [group];
}

const minutes: Facts = {
  coll: collections.clickMinutes.name,
  time: 'at',
  match: {},
  stages: groupedMinutes,
};

/** The clicks that versions before stored one by one, until they expire. */
const earlierClicks: Facts = {
  coll: collections.earlierClicks.name,
  time: 'occurredAt',
  match: {},
  stages: grouped('occurredAt', (sign) => ({
    unique: countWhere({ $eq: ['$validity', 'valid'] }, sign),
    duplicate: countWhere({ $eq: ['$validity', 'duplicate'] }, sign),
    invalid: countWhere({ $not: [{ $in: ['$validity', ['valid', 'duplicate']] }] }, sign),
  })),
};

/** The sources of figures: the collections of sums and of facts, and how facts are summed. */
export const sources: readonly SourceOfFigures[] = [
  {
    of: 'clicks',
    sums: collections.clickDays.name,
    facts: [minutes, earlierClicks],
    periodOf: inMinutes,
    money: false,
    figures: CLICKS,
  },
  {
    of: 'conversions',
    sums: collections.conversionDays.name,
    facts: [
      {
        coll: collections.conversions.name,
        time: 'convertedAt',
        match: { status: { $in: countedStatuses } },
        stages: grouped('convertedAt', (sign) => ({
          conversions: { $sum: sign },
          revenueMinor: amount('valueMinor', sign),
        })),
      },
    ],
    periodOf: exactly,
    money: true,
    figures: ['conversions', 'revenueMinor'],
  },
  {
    of: 'commissions',
    sums: collections.commissionDays.name,
    facts: [
      {
        coll: collections.commissions.name,
        time: 'convertedAt',
        match: { status: { $in: earnedStatuses } },
        stages: grouped('convertedAt', (sign) => ({ earningsMinor: amount('amountMinor', sign) })),
      },
    ],
    periodOf: exactly,
    money: true,
    figures: ['earningsMinor'],
  },
];

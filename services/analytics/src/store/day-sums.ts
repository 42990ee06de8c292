import { createHash } from 'node:crypto';
import { HOUR_MS, DAY_MS } from '@tributary/units';
import { type Figures } from '../domain/metrics.ts';
import { type Dimension, type Owner, type Rollup, rollupAt, type Sums } from '../domain/rollup.ts';
import { type DayDocument } from './collections.ts';

export const FIGURES = [
  'unique',
  'duplicate',
  'invalid',
  'withoutConsent',
  'conversions',
  'revenueMinor',
  'earningsMinor',
] as const;

const SPILLING = ['utm', 'device'] as const;
const STAYING = ['country', 'status'] as const;

/** Whether visitors can invent values, which then continue on further sheets. */
export const isSpilling = (dimension: Dimension): boolean =>
  SPILLING.some((one) => one === dimension);

/** A sheet of this size is full; new values go to the next. */
export const FULL_SHEET_BYTES = 32_768;
/** Values that one batch may add to one sheet. */
export const VALUES_A_WRITE = 200;

/** The changes of a link's day by one batch. */
export interface DayChange {
  readonly id: string;
  readonly about: Owner & { readonly at: Date; readonly currency: string | null };
  /** Changes of the first sheet. */
  readonly staying: Rollup[];
  /** Changes by UTM and device, each of one value. */
  readonly spilling: Rollup[];
}

const keyOf = (rollup: Rollup, day: number): string => {
  const { campaignId, affiliateId, linkId, currency } = rollup;
  return `${String(day)} ${campaignId} ${String(affiliateId)} ${String(linkId)} ${String(currency)}`;
};

/** The id of a day's sheet; the first is number 0. */
export const sheetId = (dayId: string, sheet: number): string =>
  sheet === 0 ? dayId : `${dayId}:${String(sheet)}`;

function newChange(id: string, at: Date, rollup: Rollup): DayChange {
  const { affiliateId, brandId, campaignId, linkId, currency } = rollup;
  const about = { at, affiliateId, brandId, campaignId, linkId, currency };
  return { id, about, staying: [], spilling: [] };
}

/** Groups changes by link and day. */
export function changesByDay(rollups: readonly Rollup[]): DayChange[] {
  const days = new Map<string, DayChange>();
  for (const rollup of rollups) {
    const day = Math.floor(rollup.at.getTime() / DAY_MS);
    const id = keyOf(rollup, day);
    const known = days.get(id) ?? newChange(id, new Date(day * DAY_MS), rollup);
    days.set(id, known);
    (isSpilling(rollup.dimension) ? known.spilling : known.staying).push(rollup);
  }
  return [...days.values()];
}

/** Field names for values, which may contain characters that field names must not. */
function valueNames(): (value: unknown) => string {
  const names = new Map<string, string>();
  return (value) => {
    const text = JSON.stringify(value);
    const name =
      names.get(text) ?? createHash('sha256').update(text).digest('base64url').slice(0, 16);
    names.set(text, name);
    return name;
  };
}

/** Whether the dimension has values, each with sums of its own. */
const hasValue = ({ dimension }: Rollup): boolean =>
  !['day', 'hour', 'amounts'].includes(dimension);

/** The update operators that add changes to a sheet. */
export function updateWriter(): (rollups: readonly Rollup[]) => {
  readonly $inc: Record<string, number>;
  readonly $set: Record<string, unknown>;
} {
  const nameOf = valueNames();
  const pathOf = ({ dimension, at, value }: Rollup): string => {
    if (dimension === 'day') return '';
    if (dimension === 'amounts') return 'amounts.';
    if (dimension === 'hour') return `hours.${String(at.getUTCHours())}.`;
    return `${dimension}.${nameOf(value)}.`;
  };
  return (rollups) => {
    const $inc: Record<string, number> = {};
    const $set: Record<string, unknown> = {};
    for (const rollup of rollups) {
      const path = pathOf(rollup);
      for (const [name, amount] of Object.entries(rollup.figures)) $inc[path + name] = amount;
      if (hasValue(rollup)) $set[`${path}value`] = rollup.value;
    }
    return { $inc, $set };
  };
}

const countsOf = (row: Partial<Figures>): Partial<Figures> =>
  Object.fromEntries(FIGURES.flatMap((name) => (name in row ? [[name, row[name]]] : [])));

/** The sums on a sheet. */
export function rollupsOfSheet(sheet: DayDocument): Rollup[] {
  const { at: day, hours = {} } = sheet;
  const rollup = (dimension: Dimension, figures: Sums, value: unknown, at = day): Rollup =>
    rollupAt({ dimension, at, value }, { ...sheet, figures });
  const byValue = ([...SPILLING, ...STAYING] as const).flatMap((dimension) =>
    Object.values(sheet[dimension] ?? {}).map((counts) =>
      rollup(dimension, countsOf(counts), counts.value),
    ),
  );
  const byHour = Object.entries(hours).map(([hour, counts]) =>
    rollup('hour', countsOf(counts), null, new Date(day.getTime() + Number(hour) * HOUR_MS)),
  );
  const ofDay = [
    rollup('day', countsOf(sheet), null),
    rollup('amounts', sheet.amounts ?? {}, null),
  ];
  return [...ofDay, ...byHour, ...byValue];
}

import { withoutUndefined } from '@tributary/mongo';
import { type Period } from '../../domain/period.ts';
import { type Scope } from '../figures-port.ts';
import { byAffiliate } from './schema.ts';

/** A condition with the parameters that it names. */
export interface Condition {
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What a column of times can hold: 1970 to 2106. */
const LAST_MS = 4_294_967_295_000;
const within = (at: Date): number => Math.min(Math.max(at.getTime(), 0), LAST_MS);

/** The condition of a scope. */
export function scopeCondition({ brandId, affiliateId, campaignId, linkId }: Scope): Condition {
  const isOne = typeof campaignId === 'string';
  const parts = [
    ...(brandId === undefined ? [] : ['brand_id = {brand:UUID}']),
    ...(affiliateId === undefined ? [] : ['affiliate_id = {affiliate:UUID}']),
    ...(isOne ? ['campaign_id = {campaign:UUID}'] : []),
    ...(isOne || campaignId === undefined ? [] : ['campaign_id IN {campaigns:Array(UUID)}']),
    ...(linkId === undefined ? [] : ['link_id = {link:UUID}']),
  ];
  return {
    sql: parts.length === 0 ? '1' : parts.join(' AND '),
    params: withoutUndefined({
      brand: brandId,
      affiliate: affiliateId,
      ...(isOne ? { campaign: campaignId } : { campaigns: campaignId?.$in }),
      link: linkId,
    }),
  };
}

/** The table in the order that serves a scope. */
export const tableFor = (table: string, { brandId, affiliateId, linkId }: Scope): string =>
  brandId === undefined && (affiliateId ?? linkId) !== undefined ? byAffiliate(table) : table;

/** A period of a column of seconds; the times are written into it, so that many may stand in one statement. */
export const inSeconds = (column: string, { start, end }: Period): string => {
  const seconds = (at: Date) => String(Math.ceil(within(at) / 1_000));
  return `${column} >= toDateTime(${seconds(start)}, 'UTC') AND ${column} < toDateTime(${seconds(end)}, 'UTC')`;
};

/** The same of a column of milliseconds. */
export const inMilliseconds = (column: string, { start, end }: Period): string => {
  const time = (at: Date) => `fromUnixTimestamp64Milli(${String(within(at))}, 'UTC')`;
  return `${column} >= ${time(start)} AND ${column} < ${time(end)}`;
};

/** A column of dates, whose period has whole days. */
export const inDays = (column: string, { start, end }: Period): string => {
  const day = (at: Date) => `toDate('${new Date(within(at)).toISOString().slice(0, 10)}')`;
  return `${column} >= ${day(start)} AND ${column} < ${day(end)}`;
};

/** Statuses as a list of a statement. */
export const listOf = (names: readonly string[]): string =>
  `(${names.map((name) => `'${name}'`).join(', ')})`;

import { invalid } from '@tributary/errors';
import { z } from 'zod';

/**
 * Where a page of rows in the order of time ended, so that the next one continues there, also among rows of the
 * same time.
 */
export interface PagePosition {
  /** What the rows are ordered by before the time; empty where by nothing. */
  readonly of: string;
  readonly at: Date;
  /** How many rows of this place and time were read. */
  readonly read: number;
}

const positionText = z.tuple([z.string(), z.int(), z.int().min(0)]);

/** As the text of the answer; empty after the last page. */
export const pageTextOf = (position: PagePosition | undefined): string =>
  position === undefined ? '' : JSON.stringify([position.of, position.at.getTime(), position.read]);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Undefined for an empty text. @throws invalid position_unreadable */
export function pagePositionOf(text: string): PagePosition | undefined {
  if (text === '') return undefined;
  const result = positionText.safeParse(parsed(text));
  if (!result.success) throw invalid('position_unreadable');
  const [of, ms, read] = result.data;
  return { of, at: new Date(ms), read };
}

/** The position after a full page; undefined after a shorter one, which is the last. */
export function nextPosition(
  rows: readonly { readonly of: string; readonly at: Date }[],
  pageSize: number,
  before: PagePosition | undefined,
): PagePosition | undefined {
  const last = rows.at(-1);
  if (last === undefined || rows.length < pageSize) return undefined;
  const isSame = (other: { readonly of: string; readonly at: Date }): boolean =>
    other.of === last.of && other.at.getTime() === last.at.getTime();
  const read = rows.filter(isSame).length;
  // A page of one place and time continues that of the page before.
  const earlier = before !== undefined && isSame(before) ? before.read : 0;
  return { of: last.of, at: last.at, read: earlier + read };
}

/** @throws invalid time_unreadable */
export function instantOf(text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw invalid('time_unreadable');
  return at;
}

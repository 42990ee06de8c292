import { z } from 'zod';
import { type PageRequest } from '@tributary/mongo';
import { DAY_MS } from '@tributary/units';

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/** A whole number written with digits alone: `1e3`, ` 1` and an empty text are refused. */
export const wholeNumber = (bounds: { min: number; max: number }) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'Must be a whole number')
    .transform(Number)
    .pipe(z.int().min(bounds.min).max(bounds.max))
    // It arrives as text and is a number in the API document.
    .meta({ type: 'integer', minimum: bounds.min, maximum: bounds.max, pattern: undefined });

/** `true` or `false`, as text; nothing else is accepted. */
export const booleanText = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  // It arrives as text and is a boolean in the API document.
  .meta({ type: 'boolean', enum: undefined });

/** `page` and the size field of the endpoint; a size above the maximum is refused, not reduced. */
export const pageQuery = (size: { defaultSize: number; maxSize: number }) => ({
  page: wholeNumber({ min: 1, max: 1_000_000 }).default(1),
  per_page: wholeNumber({ min: 1, max: size.maxSize }).default(size.defaultSize),
});

/** `skip` and `limit`. */
export const skipLimitQuery = (limit: { defaultLimit: number; maxLimit: number }) => ({
  skip: wholeNumber({ min: 0, max: 100_000_000 }).default(0),
  limit: wholeNumber({ min: 1, max: limit.maxLimit }).default(limit.defaultLimit),
});

/** The part of a list that a page shows; pages count from 1. */
export const pageRequestOf = (page: number, perPage: number): PageRequest => ({
  skip: (page - 1) * perPage,
  limit: perPage,
});

const dateText = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** A date (its first moment, UTC) or a datetime. */
export const startDate = dateText.transform((text) => new Date(text));

/** A date (its whole day, UTC: the exclusive end is the next midnight) or a datetime (exclusive end 1 ms later). */
export const endDate = dateText.transform(
  (text) => new Date(new Date(text).getTime() + (DATE_ONLY.test(text) ? DAY_MS : 1)),
);

/**
 * Refuses a range whose start lies after its end. `end` is exclusive, as `endDate` makes it.
 * For use with `superRefine` on the query object.
 */
export const startBeforeEnd =
  <Start extends string, End extends string>(start: Start, end: End) =>
  (query: Readonly<Partial<Record<Start | End, Date | undefined>>>, ctx: z.RefinementCtx): void => {
    const from = query[start];
    const to = query[end];
    if (from === undefined || to === undefined || from < to) return;
    ctx.addIssue({ code: 'custom', path: [start], message: `Must not be after ${end}` });
  };

/** The pagination object of the page-numbered lists. */
export const paginationSchema = z
  .object({
    page: z.int(),
    per_page: z.int(),
    total: z.int().describe('Records on all pages'),
    pages: z.int(),
  })
  .meta({ id: 'Pagination', description: 'The place of a page in its list' });

/** The pagination object for `total` records. */
export const paginationOf = (page: number, perPage: number, total: number) => ({
  page,
  per_page: perPage,
  total,
  pages: Math.ceil(total / perPage),
});

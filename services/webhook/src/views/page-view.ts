import { booleanText, skipLimitQuery } from '@tributary/service';
import { z } from 'zod';

export interface Page {
  readonly skip: number;
  readonly limit: number;
}

/** The fields of every list besides its items. */
export const pageFields = { total: z.int(), page: z.int(), per_page: z.int() };

/** The page number (from 1) and size of a list. */
export const pageOf = ({ skip, limit }: Page) => ({
  page: Math.floor(skip / limit) + 1,
  per_page: limit,
});

/** The query of lists of endpoints and postbacks. */
export const endpointPageQuery = z.strictObject({
  ...skipLimitQuery({ defaultLimit: 50, maxLimit: 100 }),
  active_only: booleanText.default(false),
});

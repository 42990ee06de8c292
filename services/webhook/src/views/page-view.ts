import { booleanText, skipLimitQuery } from '@tributary/service';
import { z } from 'zod';

/** Which page of the caller's endpoints, or postbacks, is asked for. */
export const endpointPageQuery = z.strictObject({
  ...skipLimitQuery({ defaultLimit: 50, maxLimit: 100 }),
  active_only: booleanText.default(false),
});

/** What is said of a page. */
export const endpointPageFields = { total: z.int(), page: z.int(), per_page: z.int() };

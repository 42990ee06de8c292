import { z } from 'zod';

const MAX_JSON_CHARACTERS = 16_384;
const MAX_JSON_DEPTH = 20;
// eslint-disable-next-line no-control-regex -- these characters are refused
const NO_CONTROLS = /^[^\u0000-\u001f\u007f]*$/;
// eslint-disable-next-line no-control-regex -- this character is refused
const NO_NUL = /^[^\u0000]*$/;
const NOT_PLAIN = 'Must be plain text';

/** Text that every database returns unchanged: no lone surrogates, no control characters. */
export const plainText = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(NO_CONTROLS, NOT_PLAIN)
    .refine((text) => text.isWellFormed(), NOT_PLAIN);

/** Text of several lines, for notes and reasons. */
export const freeText = (maxLength: number) =>
  z
    .string()
    .regex(/\S/, 'Must not be empty')
    .trim()
    .max(maxLength)
    .regex(NO_NUL, NOT_PLAIN)
    .refine((text) => text.isWellFormed(), NOT_PLAIN)
    // Both patterns in one, for the API document.
    .meta({ allOf: undefined, pattern: '^[^\\u0000]*\\S[^\\u0000]*$' });

/** Whether a value is nested deeper than `limit`; without recursion, because the nesting may be deep. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= limit; depth += 1) {
    level = level.flatMap((item): unknown[] =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

function fitsAsJson(value: unknown, ctx: z.core.$RefinementCtx): void {
  if (isDeeperThan(value, MAX_JSON_DEPTH)) {
    ctx.addIssue({ code: 'custom', message: `Nested deeper than ${MAX_JSON_DEPTH} levels` });
  } else if (JSON.stringify(value).length > MAX_JSON_CHARACTERS) {
    ctx.addIssue({ code: 'custom', message: `Larger than ${MAX_JSON_CHARACTERS} characters` });
  }
}

/** Free key-value pairs, bounded in size and depth. They are stored as JSON text. */
export const jsonObject = () => z.record(z.string(), z.unknown()).superRefine(fitsAsJson);

/** The stored form of free key-value pairs. */
export const jsonText = (value: object | undefined): string | null =>
  value === undefined ? null : JSON.stringify(value);

import { z } from 'zod';
import { invalidFields, isAppError } from '@tributary/errors';
import { parseAmount } from '@tributary/money';

/**
 * An amount in a body: a JSON number above 0, with no more decimals than the currency has. Minor units.
 * `requireExactDecimals` checks what the parsed number does not show.
 */
export const amountField = (currency: string) =>
  z
    .number()
    .positive('Must be greater than 0')
    .transform((given, ctx) => {
      try {
        return parseAmount(String(given), currency);
      } catch (error) {
        if (!isAppError(error)) throw error;
        ctx.addIssue({ code: 'custom', message: error.message });
      }
      return z.NEVER;
    });

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseWith = JSON.parse as (text: string, reviver: Reviver) => unknown;

/**
 * Checks the decimals of an amount as it was sent: `50.000` has three, which the parsed number 50 does not show.
 * @param rawBody text that was accepted as a flat JSON object
 * @throws invalid `invalid_request` naming the field
 */
export function requireExactDecimals(rawBody: string, field: string, currency: string): void {
  let literal: string | undefined;
  if (rawBody !== '') {
    parseWith(rawBody, (key, value, { source }) => {
      if (key === field) literal = source;
      return value;
    });
  }
  if (literal === undefined) return;
  try {
    parseAmount(literal, currency);
  } catch (error) {
    if (!isAppError(error)) throw error;
    throw invalidFields([{ path: field, message: error.message }]);
  }
}

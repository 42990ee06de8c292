import { z } from 'zod';
import { isAppError } from '@tributary/errors';
import { parseAmount } from '@tributary/money';

/**
 * An amount in a body, as a number or text. The number's shortest text has the decimals its sender
 * meant; more of them than the currency has are refused, as are signs and exponents beyond reason.
 */
export const amountField = (currency: string) =>
  z.union([z.number(), z.string()]).transform((given, ctx) => {
    try {
      const minor = parseAmount(String(given), currency);
      if (minor > 0) return minor;
      ctx.addIssue({ code: 'custom', message: 'Must be greater than 0' });
    } catch (error) {
      if (!isAppError(error)) throw error;
      ctx.addIssue({ code: 'custom', message: error.message });
    }
    return z.NEVER;
  });

import { z } from 'zod';
import { isAppError } from '@tributary/errors';
import { parseAmount, parsePercent } from '@tributary/money';

/** Text that `parse` accepts, checked at start rather than at the first payout. */
const parsable = (parse: (text: string) => unknown) =>
  z.string().superRefine((text, ctx) => {
    try {
      parse(text);
    } catch (error) {
      if (!isAppError(error)) throw error;
      ctx.addIssue({ code: 'custom', message: error.message });
    }
  });

/** An amount in the currency of payouts. */
export const amountSetting = parsable((text) => parseAmount(text, 'USD'));
/** A percentage. */
export const percentSetting = parsable(parsePercent);

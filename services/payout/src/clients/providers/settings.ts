import { z } from 'zod';
import { isAppError } from '@tributary/errors';
import { parseAmount, parsePercent } from '@tributary/money';

/** Text that `read` accepts, checked at start rather than when the first payout is made. */
const readable = (read: (text: string) => unknown) =>
  z.string().superRefine((text, ctx) => {
    try {
      read(text);
    } catch (error) {
      if (!isAppError(error)) throw error;
      ctx.addIssue({ code: 'custom', message: error.message });
    }
  });

/** A setting in the payout's currency. */
export const amountSetting = readable((text) => parseAmount(text, 'USD'));
/** A setting in percent. */
export const percentSetting = readable(parsePercent);

import type { Session } from '@tributary/mongo';
import type { ExchangeRate } from '../domain/exchange.ts';
import type { Collections, RateDocument } from './collections.ts';

const toRate = ({ currency, rate, effectiveFrom }: RateDocument): ExchangeRate => ({
  currency,
  rate,
  effectiveFrom,
});

/** Dated exchange rates; insert-only, so that frozen rates can be read again. */
export const rateStore = ({ exchangeRates }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** All rates ever set of these currencies, or of all. */
    list: async (currencies?: readonly string[]): Promise<ExchangeRate[]> => {
      const query = currencies === undefined ? {} : { currency: { $in: [...currencies] } };
      const dated = exchangeRates.find(query, options).sort({ currency: 1, effectiveFrom: 1 });
      return (await dated.toArray()).map(toRate);
    },

    /** @throws a duplicate key error where the currency has a rate from the same moment on */
    addMany: async (rates: readonly ExchangeRate[], setBy: string): Promise<void> => {
      const docs = rates.map((rate): RateDocument => {
        const _id = `${rate.currency}/${rate.effectiveFrom.toISOString()}`;
        return { _id, ...rate, setBy };
      });
      await exchangeRates.insertMany(docs, options);
    },
  };
};

import type { ExchangeRate } from '../domain/exchange.ts';
import type { Collections } from './collections.ts';

/** Copies of the dated exchange rates; append-only. */
export const rateStore = ({ exchangeRates }: Collections) => ({
  /** Saves new rates; a saved rate never changes. */
  saveMany: async (rates: readonly ExchangeRate[]): Promise<void> => {
    if (rates.length === 0) return;
    await exchangeRates.bulkWrite(
      rates.map((rate) => {
        const _id = `${rate.currency}/${rate.effectiveFrom.toISOString()}`;
        return { updateOne: { filter: { _id }, update: { $setOnInsert: rate }, upsert: true } };
      }),
      { ordered: false },
    );
  },

  /** The rate of a currency that is in force at a time, if any. */
  find: async (currency: string, at: Date): Promise<ExchangeRate | undefined> => {
    const inForce = { currency, effectiveFrom: { $lte: at } };
    const doc = await exchangeRates.findOne(inForce, { sort: { effectiveFrom: -1 } });
    if (doc === null) return undefined;
    const { _id, ...rate } = doc;
    return rate;
  },
});

import type { ExchangeRate } from '../domain/exchange.ts';
import type { Collections } from './collections.ts';

/** Copies of the dated exchange rates. Only ever added to. */
export const rateStore = ({ exchangeRates }: Collections) => ({
  /** Keeps rates; one that is there already does not change. */
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

  /** The rate of a currency at a time: the latest that had begun; undefined where none had. */
  find: async (currency: string, at: Date): Promise<ExchangeRate | undefined> => {
    const begun = { currency, effectiveFrom: { $lte: at } };
    const doc = await exchangeRates.findOne(begun, { sort: { effectiveFrom: -1 } });
    if (doc === null) return undefined;
    const { _id, ...rate } = doc;
    return rate;
  },
});

import { exchangeRatesSet } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { PLATFORM_CURRENCY } from '../../domain/exchange.ts';

/** Copies the exchange rates, which convert minimums into other currencies. */
export const syncExchangeRatesConsumer = (deps: Deps) =>
  batchConsumer(exchangeRatesSet, (events) =>
    deps.rates.saveMany(
      events
        .filter(({ data }) => data.base === PLATFORM_CURRENCY)
        .flatMap(({ data: { effectiveFrom, rates } }) =>
          Object.entries(rates).map(([currency, rate]) => ({
            currency,
            rate,
            effectiveFrom: new Date(effectiveFrom),
          })),
        ),
    ),
  );

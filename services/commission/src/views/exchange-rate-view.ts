import { z } from 'zod';
import { type ExchangeRate, PLATFORM_CURRENCY } from '../domain/exchange.ts';

export const exchangeRatesSchema = z
  .object({
    base: z.string(),
    rates: z.array(
      z
        .object({ currency: z.string(), rate: z.string(), effective_from: z.string() })
        .meta({ id: 'ExchangeRate', description: 'An exchange rate' }),
    ),
  })
  .meta({ id: 'ExchangeRates', description: 'The exchange rates in force' });

export const exchangeRatesView = (
  rates: readonly ExchangeRate[],
): z.input<typeof exchangeRatesSchema> => ({
  base: PLATFORM_CURRENCY,
  rates: rates.map(({ currency, rate, effectiveFrom }) => ({
    currency,
    rate,
    effective_from: effectiveFrom.toISOString(),
  })),
});

import { isCurrency } from '@tributary/money';
import { route } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { type ExchangeRate, PLATFORM_CURRENCY } from '../../domain/exchange.ts';
import { exchangeRatesSchema, exchangeRatesView } from '../../views/exchange-rate-view.ts';
import { setExchangeRates } from './set-exchange-rates.ts';

const MAX_RATES = 200;

/** Plain decimal text above 0: at most 12 digits before and after the point. */
const RATE = /^(?=.*[1-9])(?:0|[1-9]\d{0,11})(?:\.\d{1,12})?$/;
const rate = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(RATE, 'Must be a decimal above 0, such as 1.0825'));

const NOT_A_CODE = `Must be an ISO 4217 code other than ${PLATFORM_CURRENCY}`;

const body = z.strictObject({
  effective_from: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()])
    .transform((text) => new Date(text))
    .optional(),
  rates: z
    .record(
      z
        .string()
        .regex(/^[A-Z]{3}$/, NOT_A_CODE)
        .refine((code) => isCurrency(code) && code !== PLATFORM_CURRENCY, NOT_A_CODE),
      rate,
    )
    .refine((rates) => Object.keys(rates).length > 0, 'Must name a currency')
    .refine((rates) => Object.keys(rates).length <= MAX_RATES, 'Too many'),
});

export const setExchangeRatesRoute = (deps: Deps) =>
  route({
    operationId: 'setExchangeRates',
    method: 'put',
    path: '/api/admin/exchange-rates',
    summary: 'Date new exchange rates',
    description:
      'What one unit of each currency is worth in USD, from `effective_from` (default now) on. A conversion keeps the rates in force when it was tracked; a rate, once set, is never changed, nor its past: `effective_from` may lie in the past only before a currency’s other rates. Sales in a currency without a rate count nothing towards the revenue of tiers.',
    allow: ['admin'],
    permission: 'platform:write',
    body,
    response: exchangeRatesSchema,
    errors: {
      rate_exists: 'A currency has another rate from that moment on already (409)',
      rate_backdated: 'A currency had a rate already at that moment in the past (409)',
    },
    handle: async ({ body: { effective_from: from, rates }, actor }) => {
      const now = deps.clock.now();
      const effectiveFrom = from ?? now;
      const dated = Object.entries(rates).map(([currency, text]): ExchangeRate => ({
        currency,
        rate: text,
        effectiveFrom,
      }));
      await setExchangeRates(deps, dated, { setBy: actor.id, now });
      return exchangeRatesView(dated);
    },
  });

import { exchangeRatesSet } from '@tributary/contracts';
import { conflict } from '@tributary/errors';
import { isCurrency } from '@tributary/money';
import { isDuplicateKey } from '@tributary/mongo';
import { route } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { type ExchangeRate, PLATFORM_CURRENCY } from '../../domain/exchange.ts';

const MAX_RATES = 200;

/** Plain decimal text above 0: at most 12 digits before and after the point. */
const RATE = /^(?=.*[1-9])(?:0|[1-9]\d{0,11})(?:\.\d{1,12})?$/;
const rate = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(RATE, 'Must be a decimal above 0, such as 1.0825'));

const body = z.strictObject({
  effective_from: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()])
    .transform((text) => new Date(text))
    .optional(),
  rates: z
    .record(
      z.string().refine((code) => isCurrency(code) && code !== PLATFORM_CURRENCY, {
        error: `Must be an ISO 4217 code other than ${PLATFORM_CURRENCY}`,
      }),
      rate,
    )
    .refine((rates) => Object.keys(rates).length > 0, 'Must name a currency')
    .refine((rates) => Object.keys(rates).length <= MAX_RATES, 'Too many'),
});

const response = z.object({
  base: z.string(),
  rates: z.array(z.object({ currency: z.string(), rate: z.string(), effective_from: z.string() })),
});

const view = (rates: readonly ExchangeRate[]): z.input<typeof response> => ({
  base: PLATFORM_CURRENCY,
  rates: rates.map(({ currency, rate: text, effectiveFrom }) => ({
    currency,
    rate: text,
    effective_from: effectiveFrom.toISOString(),
  })),
});

export const listExchangeRatesRoute = (deps: Deps) =>
  route({
    method: 'get',
    path: '/api/admin/exchange-rates',
    summary: 'All exchange rates ever set, by currency and date',
    description: 'A rate says what one unit of its currency is worth in `base`.',
    allow: ['admin'],
    query: z.strictObject({}),
    response,
    handle: async () => view(await deps.stores.rates.list()),
  });

export const setExchangeRatesRoute = (deps: Deps) =>
  route({
    method: 'put',
    path: '/api/admin/exchange-rates',
    summary: 'Date new exchange rates',
    description:
      'What one unit of each currency is worth in USD, from `effective_from` (default now) on. A conversion keeps the rates in force when it was tracked; a rate, once set, is never changed, nor its past: `effective_from` may lie in the past only before a currency’s other rates. Sales in a currency without a rate count nothing towards the revenue of tiers.',
    allow: ['admin'],
    body,
    response,
    errors: {
      rate_exists: 'A currency has another rate from that moment on already',
      rate_backdated: 'A currency had a rate already at that moment in the past',
    },
    handle: async ({ body: { effective_from: from, rates }, actor }) => {
      const now = deps.clock.now();
      const effectiveFrom = from ?? now;
      const dated = Object.entries(rates).map(([currency, text]): ExchangeRate => ({
        currency,
        rate: text,
        effectiveFrom,
      }));
      await setRates(deps, dated, { setBy: actor.id, now });
      return view(dated);
    },
  });

async function setRates(
  deps: Deps,
  dated: readonly ExchangeRate[],
  { setBy, now }: { readonly setBy: string; readonly now: Date },
): Promise<void> {
  const known = await deps.stores.rates.list(dated.map(({ currency }) => currency));
  const isKnown = (one: ExchangeRate): boolean =>
    known.some(
      (other) =>
        other.currency === one.currency &&
        other.rate === one.rate &&
        other.effectiveFrom.getTime() === one.effectiveFrom.getTime(),
    );
  const added = dated.filter((one) => !isKnown(one));
  const [first] = added;
  if (first === undefined) return;
  if (first.effectiveFrom < now) refuseBackdated(added, known);
  const event = exchangeRatesSet({
    effectiveFrom: first.effectiveFrom.toISOString(),
    base: PLATFORM_CURRENCY,
    rates: Object.fromEntries(added.map(({ currency, rate: text }) => [currency, text])),
    setBy,
  });
  try {
    await deps.transaction(async (scope) => {
      await scope.rates.addMany(added, setBy);
      await scope.outbox.add(event);
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw conflict('rate_exists', {
      message: 'A currency has another rate from that moment on already',
    });
  }
}

/**
 * What conversions of the past were worth is settled, though some of them are yet to be approved.
 * @throws conflict `rate_backdated`
 */
function refuseBackdated(added: readonly ExchangeRate[], known: readonly ExchangeRate[]): void {
  const backdated = added.filter(({ currency, effectiveFrom }) =>
    known.some((other) => other.currency === currency && other.effectiveFrom < effectiveFrom),
  );
  if (backdated.length === 0) return;
  const currencies = backdated.map(({ currency }) => currency).join(', ');
  throw conflict('rate_backdated', {
    message: `There was a rate already at that moment in the past: ${currencies}`,
  });
}

import { exchangeRatesSet } from '@tributary/contracts';
import { conflict } from '@tributary/errors';
import { isDuplicateKey, recordChange } from '@tributary/mongo';
import type { Deps } from '../../deps.ts';
import { type ExchangeRate, PLATFORM_CURRENCY } from '../../domain/exchange.ts';

/**
 * Stores new dated rates and publishes them; a rate that is stored already changes nothing.
 * @throws conflict `rate_exists`, `rate_backdated`
 */
export async function setExchangeRates(
  { stores, transaction }: Pick<Deps, 'stores' | 'transaction'>,
  dated: readonly ExchangeRate[],
  { setBy, now }: { readonly setBy: string; readonly now: Date },
): Promise<void> {
  const known = await stores.rates.list(dated.map(({ currency }) => currency));
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
    await transaction(async (scope) => {
      await scope.rates.addMany(added, setBy);
      for (const rate of added) {
        recordChange({ kind: 'exchange_rate', id: rate.currency, after: rate });
      }
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
 * Past conversions keep the rates in force when they were tracked, also those not approved yet.
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

import { keepLastUsed } from '@tributary/work';
import { type Config } from '../config.ts';

/** Usual agents are half as long; longer ones are parsed each time, so that no caller fills the memory. */
const MAX_CACHED_CHARACTERS = 512;

/**
 * Caches the last results. Parsing a user agent takes longer than the rest of a redirect, locating an
 * address almost as long, and the same ones recur.
 */
export function cacheLast<Result extends object>(max: number, compute: (text: string) => Result) {
  const cache = keepLastUsed<Result>({ max });
  return (text: string): Result => {
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const result = compute(text);
    if (text.length <= MAX_CACHED_CHARACTERS) cache.set(text, result);
    return result;
  };
}

/**
 * A lookup in tables of addresses, which take 8 MB: an edge reads them at its start, so that a wrong setting
 * shows, a worker when it first needs them.
 */
export function openLookup<Address, Result>(
  { role }: Pick<Config, 'role'>,
  open: () => (address: Address) => Result,
) {
  let lookup = role === 'worker' ? undefined : open();
  return (address: Address): Result => {
    lookup ??= open();
    return lookup(address);
  };
}

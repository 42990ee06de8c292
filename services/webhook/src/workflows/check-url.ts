import { invalidFields } from '@tributary/errors';
import { expandMacros, macroIssue, type Postback } from '../domain/postback.ts';
import { type CheckTarget } from '../clients/target-check.ts';

interface Called {
  readonly url: string;
  readonly postback?: Postback | undefined;
}

/** Refuses a URL that may not be called, or whose macros are wrong; `field` is its name in the request. */
export async function checkUrl(
  { checkTarget }: { readonly checkTarget: CheckTarget },
  { url, postback }: Called,
  field: string,
): Promise<void> {
  if (postback === undefined) return checkTarget(url, field);
  requireMacros(url, field);
  return checkTarget(expandMacros(url, {}), field);
}

/** @throws invalid where a URL's macros are wrong */
export function requireMacros(url: string, field: string): void {
  const message = macroIssue(url);
  if (message !== undefined) throw invalidFields([{ path: field, message }], 'invalid_url');
}

import { invalidFields } from '@tributary/errors';
import { expandMacros, macroIssue, type Postback } from '../domain/postback.ts';
import { type Deps } from '../deps.ts';

interface Target {
  readonly url: string;
  readonly postback?: Postback | undefined;
}

/** Refuses a URL that must not be called, or with wrong macros; `field` is its name in the request. */
export async function checkUrl(
  { checkTarget }: Pick<Deps, 'checkTarget'>,
  { url, postback }: Target,
  field: string,
): Promise<void> {
  if (postback === undefined) return checkTarget(url, field);
  const message = macroIssue(url);
  if (message !== undefined) throw invalidFields([{ path: field, message }], 'invalid_url');
  return checkTarget(expandMacros(url, {}), field);
}

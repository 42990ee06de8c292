import { type MacroName, macroNames, type MacroValues } from '@tributary/contracts';

/** How a partner's tracker is called. */
export interface Postback {
  readonly method: 'GET' | 'POST';
}

export const postbackEvents = [
  'conversion.tracked',
  'conversion.approved',
  'conversion.rejected',
] as const;

const MACRO = /\{([^{}]*)\}/g;
const ORIGIN_PATH_QUERY = /^(https?:\/\/[^/?#]*)([^?#]*)(\?[^#]*)?/i;
const known = new Set<string>(macroNames);

/**
 * The problem with the macros of a URL; undefined for none. Macros are allowed in the path and the query
 * only, because a visitor's sub ids must not decide which host is called.
 */
export function macroIssue(template: string): string | undefined {
  const [whole = '', origin = ''] = ORIGIN_PATH_QUERY.exec(template) ?? [];
  if (/[{}]/.test(origin) || /[{}]/.test(template.slice(whole.length))) {
    return 'Macros are allowed in the path and the query only';
  }
  const unknown = [...template.matchAll(MACRO)].find(([, name = '']) => !known.has(name));
  if (unknown !== undefined) {
    return `${unknown[0]} is not a macro; the macros are ${macroNames.map((name) => `{${name}}`).join(', ')}`;
  }
  return /[{}]/.test(template.replaceAll(MACRO, '')) ? 'A brace is unmatched' : undefined;
}

/** A path segment of dots only would change the directory. */
const withoutDotSegment = (value: string): string => (/^\.+$/.test(value) ? '' : value);

/** The URL with every macro replaced by its value, percent-encoded. */
export function expandMacros(template: string, values: MacroValues): string {
  const queryAt = template.indexOf('?');
  return template.replaceAll(MACRO, (_macro, name: MacroName, at: number) => {
    const value = (values[name] ?? '').toWellFormed();
    return encodeURIComponent(queryAt < 0 || at < queryAt ? withoutDotSegment(value) : value);
  });
}

/** The request that a delivery makes: a POST to a webhook endpoint, or a postback with its macros replaced. */
export function requestOf(
  { url, postback }: { readonly url: string; readonly postback?: Postback | undefined },
  { messageId, macros }: { readonly messageId: string; readonly macros?: MacroValues },
) {
  if (postback === undefined) return { url, method: 'POST' } as const;
  const values = { ...macros, event_id: messageId };
  return { url: new URL(expandMacros(url, values)).href, method: postback.method } as const;
}

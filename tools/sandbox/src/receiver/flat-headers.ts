import type { IncomingHttpHeaders } from 'node:http';

/** Headers as one text each, names in lower case. */
export function flatHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  );
}

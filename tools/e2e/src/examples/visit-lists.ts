import { type Body, type Client } from '../client.ts';

/** Parameters that keep an answer small enough to read. */
const SMALL: Readonly<Record<string, string>> = { per_page: '2', limit: '2', interval: 'month' };

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}

/** A stream never ends, and the others leave the system or start a sign-in elsewhere. */
const NOT_VISITED = new Set(['streamNotifications', 'receiveOidcCallback', 'startOidcLogIn']);

/** Calls every documented GET without parameters in its path, as every caller whom it admits. */
export async function visitLists(client: Client, tokens: readonly string[]): Promise<void> {
  const document: Body = await client.must('GET', '/openapi.json');
  for (const [path, item] of Object.entries<Body>(document.paths)) {
    const operation = item.get;
    if (operation === undefined || path.includes('{')) continue;
    if (NOT_VISITED.has(operation.operationId)) continue;
    const parameters: readonly Parameter[] = operation.parameters ?? [];
    const query = parameters.flatMap(({ name, in: place }) => {
      const value = place === 'query' ? SMALL[name] : undefined;
      return value === undefined ? [] : [`${name}=${value}`];
    });
    const url = query.length === 0 ? path : `${path}?${query.join('&')}`;
    for (const token of tokens) await client.call('GET', url, { token });
  }
}

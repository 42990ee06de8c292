import { type Call } from './call.ts';

/** An endpoint of the gateway itself. It accepts GET and HEAD, with or without a token. */
export interface Endpoint {
  /** Unique over the whole product. */
  readonly operationId: string;
  readonly path: string;
  /** A second spelling of the path. */
  readonly alias?: string;
  /** Its operation in the API document; left out for pages and their scripts. */
  readonly document?: Readonly<Record<string, unknown>>;
  readonly handle: (call: Call) => void | Promise<void>;
}

/** @throws where two endpoints have the same path or operationId */
export function endpointsByPath(endpoints: readonly Endpoint[]): ReadonlyMap<string, Endpoint> {
  const ids = new Set(endpoints.map(({ operationId }) => operationId));
  const byPath = new Map<string, Endpoint>();
  for (const endpoint of endpoints) {
    byPath.set(endpoint.path, endpoint);
    if (endpoint.alias !== undefined) byPath.set(endpoint.alias, endpoint);
  }
  const paths = endpoints.flatMap(({ path, alias }) =>
    alias === undefined ? [path] : [path, alias],
  );
  if (ids.size < endpoints.length || byPath.size < paths.length) {
    throw new Error('Two endpoints have the same path or operationId');
  }
  return byPath;
}

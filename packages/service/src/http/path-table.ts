import { type HttpMethod, type Route } from './route.ts';

/** The route of a request, with its path parameters. */
export interface FoundRoute {
  readonly route: Route;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

interface PrefixRoute {
  readonly route: Route;
  readonly prefix: string;
  readonly param: string;
}

const METHODS: Readonly<Record<string, HttpMethod>> = {
  GET: 'get',
  HEAD: 'get',
  POST: 'post',
  PUT: 'put',
  DELETE: 'delete',
};
const NO_PARAMS = Object.freeze({});
const ONE_PARAM_AT_END = /^([^:]*\/):(\w+)$/;
/** Characters without escapes, which every router reads the same way. */
const PLAIN_SEGMENT = /^[\w.-]+$/;

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`, 'i');

/** Whether an earlier route with parameters would match this path. */
const isShadowed = (path: string, earlier: readonly Route[]): boolean =>
  earlier.some((other) => other.path.includes(':') && patternOf(other.path).test(path));

/**
 * Finds routes by their plain path, and hot routes by a prefix with one parameter behind it, with
 * the result that Express would have. Undefined where Express has to find the route.
 */
export function openPathTable(
  ordered: readonly Route[],
): (method: string, url: string) => FoundRoute | undefined {
  const exact = new Map<string, Route>();
  const prefixes: PrefixRoute[] = [];
  for (const [index, route] of ordered.entries()) {
    const { method, path } = route;
    const earlier = ordered.slice(0, index).filter((other) => other.method === method);
    const [, prefix, param] = ONE_PARAM_AT_END.exec(path) ?? [];
    if (!path.includes(':') && !exact.has(`${method} ${path}`)) {
      if (!isShadowed(path, earlier)) exact.set(`${method} ${path}`, route);
    } else if (route.quiet === true && prefix !== undefined && param !== undefined) {
      prefixes.push({ route, prefix, param });
    }
  }

  const findByPrefix = (method: HttpMethod, path: string): FoundRoute | undefined => {
    for (const { route, prefix, param } of prefixes) {
      if (route.method !== method || !path.startsWith(prefix)) continue;
      const value = path.slice(prefix.length);
      if (PLAIN_SEGMENT.test(value)) return { route, path, params: { [param]: value } };
    }
    return undefined;
  };

  return (verb, url) => {
    const method = METHODS[verb];
    if (method === undefined) return undefined;
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const route = exact.get(`${method} ${path}`);
    if (route !== undefined) return { route, path, params: NO_PARAMS };
    return findByPrefix(method, path);
  };
}

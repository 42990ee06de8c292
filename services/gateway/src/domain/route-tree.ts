interface Prefixed {
  /** Whole segments; `*` matches any one segment. */
  readonly prefix: string;
}

interface Branch<Route> {
  readonly literal: Map<string, Branch<Route>>;
  any: Branch<Route> | undefined;
  route: Route | undefined;
}

const branch = <Route>(): Branch<Route> => ({
  literal: new Map(),
  any: undefined,
  route: undefined,
});

function childOf<Route>(parent: Branch<Route>, segment: string): Branch<Route> {
  if (segment === '*') {
    parent.any ??= branch();
    return parent.any;
  }
  const known = parent.literal.get(segment);
  if (known !== undefined) return known;
  const created = branch<Route>();
  parent.literal.set(segment, created);
  return created;
}

/**
 * Finds routes by path: the longest prefix of whole segments wins, and a literal segment precedes `*`.
 * @throws where two routes have the same prefix
 */
export function routeTree<Route extends Prefixed>(
  routes: readonly Route[],
): { find(path: string): Route | undefined } {
  const root = branch<Route>();
  for (const route of routes) {
    const leaf = route.prefix
      .slice(1)
      .split('/')
      .reduce(childOf<Route>, root);
    if (leaf.route !== undefined) throw new Error(`Two routes have the prefix ${route.prefix}`);
    leaf.route = route;
  }
  return {
    find: (path) => {
      let at: Branch<Route> | undefined = root;
      let best: Route | undefined;
      let start = 1;
      while (start <= path.length) {
        const slash = path.indexOf('/', start);
        const end = slash < 0 ? path.length : slash;
        const segment = path.slice(start, end);
        // An empty segment (`//`) matches no route.
        at = at.literal.get(segment) ?? (segment === '' ? undefined : at.any);
        if (at === undefined) break;
        best = at.route ?? best;
        start = end + 1;
      }
      return best;
    },
  };
}

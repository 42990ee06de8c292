interface Prefixed {
  /** Whole segments, `*` for any one. */
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

function grow<Route>(from: Branch<Route>, segment: string): Branch<Route> {
  if (segment === '*') {
    from.any ??= branch();
    return from.any;
  }
  const known = from.literal.get(segment);
  if (known !== undefined) return known;
  const grown = branch<Route>();
  from.literal.set(segment, grown);
  return grown;
}

/**
 * Looks routes up by path: the longest prefix of whole segments wins, and a literal segment goes
 * before `*`. Costs one step per segment, however many routes there are.
 * @throws where two routes have one prefix
 */
export function routeTree<Route extends Prefixed>(
  routes: readonly Route[],
): { find(path: string): Route | undefined } {
  const root = branch<Route>();
  for (const route of routes) {
    const leaf = route.prefix
      .slice(1)
      .split('/')
      .reduce(grow<Route>, root);
    if (leaf.route !== undefined) throw new Error(`Two routes begin with ${route.prefix}`);
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
        // An empty segment (`//`) belongs to no route.
        at = at.literal.get(segment) ?? (segment === '' ? undefined : at.any);
        if (at === undefined) break;
        best = at.route ?? best;
        start = end + 1;
      }
      return best;
    },
  };
}

import { type QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { keepRole } from './api/last-role.ts';
import { type Account, accountQuery, queryClient } from './api/queries.ts';
import { type PageModule } from './pages/page-module.ts';
import { pageOf, pages, type PagePath } from './pages/pages.ts';
import { visitorPages } from './pages/visitor-pages.ts';
import { readSearch, type Search } from './search.ts';
import { CrashedPage } from './shell/crashed-page.tsx';
import { MissingPage } from './shell/missing-page.tsx';

interface Context {
  readonly queries: QueryClient;
}

const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  validateSearch: readSearch,
  notFoundComponent: MissingPage,
  errorComponent: CrashedPage,
});

/** Pages of somebody who is signed in; others are led to the sign-in and back. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }): Promise<{ account: Account }> => {
    const account = await context.queries.query(accountQuery);
    keepRole(account);
    if (account === null)
      redirect({ to: '/sign-in', search: { to: location.href }, throw: true, replace: true });
    return { account: account as Account };
  },
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
});

interface Loaded {
  readonly Page: PageModule['Page'];
  readonly id: string;
  readonly search: Search;
}

const show = async (
  open: () => Promise<PageModule>,
  context: Context,
  { id, search }: { readonly id: string; readonly search: Search },
): Promise<Loaded> => {
  const { Page, load } = await open();
  await Promise.allSettled(load?.(context.queries, { id, search }) ?? []);
  return { Page, id, search };
};

function pageRoute(path: PagePath) {
  const route = createRoute({
    getParentRoute: () => signedIn,
    path,
    loaderDeps: ({ search }: { search: Search }) => search,
    loader: ({ context, params, deps }) => {
      const open = pageOf(path, context.account.role);
      const id = (params as { readonly id?: string }).id ?? '';
      return open === undefined ? undefined : show(open, context, { id, search: deps });
    },
    component: () => {
      const data: unknown = route.useLoaderData();
      const loaded = data as Loaded | undefined;
      if (loaded === undefined) return <MissingPage />;
      return <loaded.Page id={loaded.id} search={loaded.search} />;
    },
  });
  return route;
}

const visitorRoutes = Object.entries(visitorPages).map(([path, open]) => {
  const route = createRoute({
    getParentRoute: () => root,
    path,
    loaderDeps: ({ search }: { search: Search }) => search,
    loader: ({ context, deps }) => show(open, context, { id: '', search: deps }),
    component: () => {
      const data: unknown = route.useLoaderData();
      const { Page, id, search } = data as Loaded;
      return <Page id={id} search={search} />;
    },
  });
  return route;
});

const tree = root.addChildren([
  signedIn.addChildren((Object.keys(pages) as PagePath[]).map(pageRoute)),
  ...visitorRoutes,
]);

export const router = createRouter({
  routeTree: tree,
  context: { queries: queryClient },
  defaultErrorComponent: CrashedPage,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
});

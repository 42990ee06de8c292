import { lastRole } from './api/last-role.ts';
import { accountQuery, queryClient } from './api/queries.ts';
import { pageOf, type PagePath, pages } from './pages/pages.ts';
import { router } from './router.tsx';
import { readSearch } from './search.ts';

async function loadPage(path: PagePath, id: string): Promise<void> {
  const role = lastRole();
  const open = role === undefined ? undefined : pageOf(path, role);
  const search = readSearch(router.latestLocation.search);
  const page = await open?.();
  await Promise.allSettled(page?.load?.(queryClient, { id, search }) ?? []);
}

/**
 * Requests at once what the page at the current address needs, before it is known who is signed in. What fails here is
 * requested again by the page.
 */
export function prefetchPage(): void {
  const [, { id = '' }, route] = router.getMatchedRoutes(router.latestLocation.pathname);
  const path: unknown = route?.path;
  if (typeof path !== 'string' || !(path in pages)) return;
  const account = queryClient.query(accountQuery);
  void Promise.allSettled([account, loadPage(path as PagePath, id), import('./shell/shell.tsx')]);
}

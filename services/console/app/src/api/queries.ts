import { QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { UnauthenticatedError } from '@tributary/sdk';
import { api } from './client.ts';

/** A session that has ended elsewhere leads to the sign-in, and from there back to this page. */
function leaveWithoutSession(error: unknown): void {
  if (!(error instanceof UnauthenticatedError)) return;
  const { pathname, search } = window.location;
  if (pathname === '/sign-in') return;
  window.location.assign(`/sign-in?to=${encodeURIComponent(pathname + search)}`);
}

/** The client repeats what failed by the network itself; a page repeats nothing. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWithoutSession }),
  defaultOptions: {
    queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: true },
  },
});

/** The account that is signed in; null for a visitor. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }) => {
    try {
      return await api.accounts.get({ signal });
    } catch (error) {
      if (error instanceof UnauthenticatedError) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

export type Account = Awaited<ReturnType<typeof api.accounts.get>>;

/** The operator's name and logo. */
export const brandQuery = queryOptions({
  queryKey: ['platform'],
  queryFn: async ({ signal }): Promise<{ name: string; logo: string | null }> => {
    const response = await fetch('/console/brand.json', { signal });
    return (await response.json()) as { name: string; logo: string | null };
  },
  staleTime: Infinity,
});

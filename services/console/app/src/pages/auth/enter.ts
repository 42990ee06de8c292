import { queryClient } from '../../api/queries.ts';

/** Opens the console for the account that has just signed in; only paths of these pages are followed. */
export function enter(to: string | undefined): void {
  queryClient.clear();
  const isOwnPath = to?.startsWith('/') === true && !to.startsWith('//');
  window.location.assign(isOwnPath ? to : '/');
}

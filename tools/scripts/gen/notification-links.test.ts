import { serviceIds } from '@tributary/catalog';
import { type Role } from '@tributary/contracts';
import { linkTarget } from '../../../services/notification/src/domain/action-link.ts';
import { appOf } from './apps.ts';

/** The pages of the console that notifications lead to. */
const pages = [
  ...['/campaigns/1', '/applications/1', '/commissions/1', '/conversions/1', '/affiliates/1'],
  ...['/conversions?status=flagged', '/payouts/1', '/webhooks/1', '/settings/account'],
  ...['/settings/security', '/settings/notifications', '/settings/team'],
];
const readers: readonly Role[] = ['brand', 'affiliate', 'admin'];

it('without a console the links of notifications lead to operations that their readers may call', async () => {
  const apps = await Promise.all(serviceIds.map((service) => appOf(service)));
  const reads = apps.flatMap(({ routes = [] }) => routes).filter(({ method }) => method === 'get');
  const isServed = (url: string, role: Role): boolean =>
    reads.some(({ path, allow }) => {
      const mayCall = allow === 'signed_in' || allow.includes(role);
      return mayCall && new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(url);
    });
  const links = pages.flatMap((page) =>
    readers.flatMap((role) => {
      const url = linkTarget(page, { publicUrl: '', consoleUrl: undefined }, role);
      return url === null ? [] : [{ url, role }];
    }),
  );
  expect(links.length).toBeGreaterThan(pages.length);
  expect(links.filter(({ url, role }) => !isServed(url, role))).toEqual([]);
});

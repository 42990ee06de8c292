import { serviceIds } from '@tributary/catalog';
import { appOf } from './apps.ts';

/** Whether every request for `path` goes to a route with this earlier path. */
const hides = (earlier: string, path: string): boolean => {
  const [one, other] = [earlier.split('/'), path.split('/')];
  return (
    one.length === other.length &&
    one.every((part, at) => part.startsWith(':') || part === other[at])
  );
};

// The gateway’s own endpoints have fixed paths.
it.each(serviceIds.filter((service) => service !== 'gateway'))(
  '%s declares no route that an earlier one hides',
  async (service) => {
    const { routes = [] } = await appOf(service);
    const hidden = routes.flatMap(({ method, path, operationId }, at) =>
      routes
        .slice(0, at)
        .filter((earlier) => earlier.method === method && hides(earlier.path, path))
        .map((earlier) => `${operationId} by ${earlier.operationId}`),
    );
    expect(hidden).toEqual([]);
  },
);

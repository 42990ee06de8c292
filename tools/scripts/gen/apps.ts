import { join } from 'node:path';
import { type App, type Route } from '@tributary/service';
import { serviceIds } from '@tributary/catalog';

const root = join(import.meta.dirname, '../../..');

/** Stands for whatever a route takes as it is declared: it can be called and read, and never used. */
const anything: object = new Proxy(() => undefined, {
  get: (_target, key) => (key === Symbol.toPrimitive ? () => 'http://unused.invalid' : anything),
  apply: () => anything,
});

/** What a service declares. The gateway's own endpoints are declared apart, as public GET endpoints. */
interface DeclaredApp extends Pick<App, 'routes' | 'consumers'> {
  readonly endpoints?: readonly Pick<Route, 'operationId' | 'path'>[];
}

/** The app of a service, opened without its dependencies. */
export async function appOf(service: string): Promise<DeclaredApp> {
  const file = join(root, 'services', service, 'src/app.ts');
  const { app } = (await import(file)) as { app: (deps: unknown) => DeclaredApp };
  return app(anything);
}

/** The services that consume each event, by its type. */
export async function consumersByType(): Promise<ReadonlyMap<string, readonly string[]>> {
  const consumers = new Map<string, Set<string>>();
  for (const service of serviceIds) {
    for (const { eventType } of (await appOf(service)).consumers ?? []) {
      const services = consumers.get(eventType.type) ?? new Set();
      consumers.set(eventType.type, services.add(service));
    }
  }
  return new Map([...consumers].map(([type, services]) => [type, [...services].toSorted()]));
}

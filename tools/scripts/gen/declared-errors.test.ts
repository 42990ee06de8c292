import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as errors from '@tributary/errors';
import { serviceIds } from '@tributary/catalog';
import { declaredStatus } from '@tributary/service';
import { appOf } from './apps.ts';

const root = join(import.meta.dirname, '../../..');

const FACTORIES = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'notFound',
  'conflict',
  'rateLimited',
  'unavailable',
] as const;

const statusBy: Readonly<Record<string, string>> = Object.fromEntries(
  FACTORIES.map((name) => [name, String(errors.actions[errors[name]('any').kind].http)]),
);

const THROWN = new RegExp(
  String.raw`\b(${FACTORIES.join('|')})\(\s*'(\w+)'(?:,\s*\{\s*httpStatus: (\d+))?`,
  'g',
);

/** Every operation documents these. */
const USUAL = ['400', '429', '503'];

/** The statuses with which the code of these folders throws each error code. */
function thrownStatuses(folders: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const files = folders
    .flatMap((folder) => globSync(`${folder}/src/**/*.ts`, { cwd: root }))
    .filter((name) => !/\.test\.ts$|\/testing\//.test(name));
  const statuses = new Map<string, string[]>();
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, factory = '', code = '', own] of text.matchAll(THROWN)) {
      statuses.set(code, [...(statuses.get(code) ?? []), own ?? statusBy[factory] ?? '']);
    }
  }
  return statuses;
}

it.each(serviceIds.filter((service) => service !== 'gateway'))(
  'the operations of %s document their errors with the statuses that they are thrown with',
  async (service) => {
    const thrown = thrownStatuses([`services/${service}`, 'packages/*']);
    const { routes = [] } = await appOf(service);
    const wrong = routes
      .filter(({ internal }) => internal !== true)
      .flatMap(({ operationId, errors: declared = {}, errorBodies = {} }) =>
        Object.entries(declared).flatMap(([code, meaning]) => {
          const stated = declaredStatus(code, meaning) ?? '';
          const known = thrown.get(code) ?? [stated];
          const isStated = known.some((status) => status === stated || USUAL.includes(status));
          // A refusal with a body of its own is not thrown.
          return isStated || stated in errorBodies
            ? []
            : [`${operationId}: ${code} is ${[...new Set(known)].join(' or ')}`];
        }),
      );
    expect(wrong).toEqual([]);
  },
);

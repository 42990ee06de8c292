import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { kebabCase } from '../check/layout.ts';
import { createFile, insertAfterLast } from './files.ts';

export interface NewOperation {
  readonly service: string;
  /** camelCase, a verb first. */
  readonly operationId: string;
  /** Express form; `/api/<service>/<operation>` by default. */
  readonly path?: string;
}

export const routeText = ({
  operationId,
  path,
}: Required<NewOperation>): string => `import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';

export const ${operationId}Route = (deps: Pick<Deps, 'clock'>) =>
  route({
    operationId: '${operationId}',
    method: 'get',
    path: '${path}',
    summary: 'Say in one line what the operation does',
    description: 'Say what its callers must know besides.',
    allow: 'signed_in',
    permission: 'account:read',
    response: z.object({ success: z.literal(true), at: z.iso.datetime() }),
    handle: () => Promise.resolve({ success: true, at: deps.clock.now().toISOString() }),
  });
`;

const testText = ({
  operationId,
}: NewOperation): string => `import { ${operationId}Route } from './${kebabCase(operationId)}.route.ts';

describe('${operationId}', () => {
  it('returns an answer of the declared shape', async () => {
    const now = new Date('2026-05-01T12:00:00.000Z');
    const { handle, response } = ${operationId}Route({ clock: { now: () => now } });
    const answer = await handle({} as Parameters<typeof handle>[0]);
    expect(response?.parse(answer)).toEqual({ success: true, at: now.toISOString() });
  });
});
`;

/** Adds a route with a test in the folder of its operation, and its lines in app.ts. */
export function addOperation(root: string, operation: NewOperation): void {
  const { service, operationId } = operation;
  if (!/^[a-z][a-zA-Z0-9]*$/.test(operationId)) throw new Error('operationId is camelCase');
  const app = `services/${service}/src/app.ts`;
  if (!existsSync(join(root, app))) throw new Error(`There is no service ${service}`);
  const name = kebabCase(operationId);
  const path = operation.path ?? `/api/${service}/${name}`;
  const folder = `services/${service}/src/features/${name}`;
  createFile(root, `${folder}/${name}.route.ts`, routeText({ ...operation, path }));
  createFile(root, `${folder}/${name}.test.ts`, testText(operation));
  insertAfterLast(
    root,
    app,
    /^(import .*|\} from .*);$/,
    `\nimport { ${operationId}Route } from './features/${name}/${name}.route.ts';`,
  );
  insertAfterLast(root, app, /^ {2}routes: \[/, `\n    ${operationId}Route(deps),`);
}

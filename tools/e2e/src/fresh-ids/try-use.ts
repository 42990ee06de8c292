import { type Answer } from '../client.ts';
import { type IdOperation } from './id-fields.ts';
import { creators, type Ids, otherCreators, type World } from './records.ts';
import { type Use } from './use.ts';

function pathOf({ path, operationId }: IdOperation, ids: Ids, { query }: Use): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_text, name: string) => {
    if (name === 'source') return 'source_a';
    const id = ids[name];
    if (id === undefined) throw new Error(`${operationId} needs ${name}`);
    return encodeURIComponent(id);
  });
  const parameters = new URLSearchParams(query?.(ids) ?? {}).toString();
  return parameters === '' ? filled : `${filled}?${parameters}`;
}

/** Makes a new record and gives its id to the operation at once. */
export async function tryUse(world: World, use: Use, operation: IdOperation): Promise<Answer> {
  const create = creators[use.from] ?? otherCreators[use.from];
  if (create === undefined) throw new Error(`Nothing makes ${use.from}`);
  const ids = await create(world);
  const tokens = { admin: world.admin, brand: world.brand.token, affiliate: world.affiliate.token };
  const token = use.as === 'nobody' ? {} : { token: ids['owner_token'] ?? tokens[use.as] };
  return world.client.call(operation.method, pathOf(operation, ids, use), {
    ...token,
    ...use.call?.(ids, world),
  });
}

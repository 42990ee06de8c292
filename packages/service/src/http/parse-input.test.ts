import { z } from 'zod';
import { isAppError } from '@tributary/errors';
import { parseInput } from './parse-input.ts';
import { route } from './route.ts';

const search = route({
  operationId: 'search',
  method: 'get',
  path: '/things/:name',
  summary: 'Search',
  allow: 'public',
  params: z.object({ name: z.string() }),
  query: z.strictObject({ q: z.string().optional() }),
  handle: () => Promise.resolve({}),
});

const received = (given: { name?: string; search?: string }) => ({
  params: { name: given.name ?? 'a' },
  search: given.search ?? '',
  rawBody: '',
  contentType: undefined,
});

/** The status of the refusal; undefined where the input is accepted. */
const statusOf = (given: { name?: string; search?: string }): number | undefined => {
  try {
    parseInput(search, received(given));
    return undefined;
  } catch (error) {
    return isAppError(error) ? error.httpStatus : 500;
  }
};

describe('parseInput', () => {
  it('states which fields are missing, which are unknown, and which have another type', () => {
    const create = route({
      ...{ operationId: 'create', method: 'post', path: '/things', summary: 'Create' },
      allow: 'public',
      body: z.strictObject({
        name: z.string(),
        size: z.int(),
        kind: z.enum(['a', 'b']),
        id: z.uuid(),
      }),
      handle: () => Promise.resolve({}),
    });
    const json = {
      rawBody: '{"size":"1","nmae":"a","kind":null}',
      contentType: 'application/json',
    };
    const parse = () => parseInput(create, { ...received({}), ...json });
    expect(parse).toThrow(
      /name: Is missing; size: .*string; kind: .*"a"\|"b"; id: Is missing; nmae: Unknown field/,
    );
    const empty = () => parseInput(create, { ...received({}), ...json, rawBody: '{}' });
    expect(empty).toThrow(/size: Is missing; kind: Is missing; id: Is missing/);
  });

  it('refuses NUL in every query, because a search with it fails in the database', () => {
    for (const query of ['?q=%00', '?q=a%00b', '?%00=a']) {
      expect(statusOf({ search: query })).toBe(400);
    }
    expect(parseInput(search, received({ search: '?q=a' })).query).toEqual({ q: 'a' });
  });

  it('finds no record by a name with NUL', () => {
    expect(statusOf({ name: 'a\u0000' })).toBe(404);
  });
});

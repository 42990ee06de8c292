import { openPathTable } from './path-table.ts';
import { type HttpMethod, route } from './route.ts';

const declared = (method: HttpMethod, path: string, quiet = false) =>
  route({
    operationId: 'test',
    method,
    path,
    quiet,
    summary: path,
    allow: 'public',
    handle: () => Promise.resolve(),
  });

describe('the table of paths', () => {
  const follow = declared('get', '/r/:code', true);
  const list = declared('get', '/api/things');
  const one = declared('get', '/api/things/:id');
  const shadowed = declared('get', '/api/things/newest');
  const find = openPathTable([follow, list, one, shadowed]);

  it('finds a plain path, with or without a query, for GET and HEAD', () => {
    expect(find('GET', '/api/things?limit=5')).toEqual({
      route: list,
      path: '/api/things',
      params: {},
    });
    expect(find('HEAD', '/api/things')?.route).toBe(list);
  });

  it('finds a hot route by its prefix and reads the parameter', () => {
    expect(find('GET', '/r/abc-1?x=1')).toEqual({
      route: follow,
      path: '/r/abc-1',
      params: { code: 'abc-1' },
    });
  });

  it('leaves to Express every path that it may match differently', () => {
    const unusual = ['/r/', '/r/a/b', '/r/a%20b', '/API/things', '/api/things/', '/api/things/7'];
    for (const url of unusual) expect(find('GET', url)).toBeUndefined();
    expect(find('POST', '/api/things')).toBeUndefined();
    expect(find('PATCH', '/api/things')).toBeUndefined();
  });

  it('leaves to Express a path that an earlier parameter would match', () => {
    expect(find('GET', '/api/things/newest')).toBeUndefined();
  });
});

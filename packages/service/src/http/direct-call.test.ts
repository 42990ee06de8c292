import { createServer, type Server } from 'node:http';
import { unavailable } from '@tributary/errors';
import { type DirectCallParts, isAnsweredDirectly } from './direct-call.ts';
import { type DirectCall, route } from './route.ts';
import { listenAt, portOf } from './server.ts';

/** A server of one hot route; what the route leaves to its handler is answered 204. */
async function openServer(handleDirectly: (call: DirectCall) => boolean) {
  const noted: number[] = [];
  const inFlight = { count: 0, most: 0 };
  const hot = route({
    operationId: 'hot',
    method: 'get',
    path: '/hot/:name',
    summary: 'A hot route',
    allow: 'public',
    handleDirectly,
    handle: () => Promise.resolve(undefined),
  });
  const parts: DirectCallParts = {
    inFlight: {
      inc: () => {
        inFlight.count += 1;
        inFlight.most = Math.max(inFlight.most, inFlight.count);
      },
      dec: () => {
        inFlight.count -= 1;
      },
    },
    refuse: ({ res }, error) => {
      res.writeHead(503, { 'x-error': (error as Error).message }).end();
      return 503;
    },
    note: (_route, _arrival, { status }) => {
      noted.push(status);
      inFlight.count -= 1;
    },
  };
  const server: Server = createServer((req, res) => {
    const arrival = { req, res, path: req.url ?? '', params: { name: 'first' } };
    if (!isAnsweredDirectly(hot, arrival, parts)) res.writeHead(204).end();
  });
  await listenAt(server, { host: '127.0.0.1', port: 0 });
  const call = (headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${String(portOf(server))}/hot/first`, { headers, redirect: 'manual' });
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { call, close, noted, inFlight };
}

describe('a route that answers directly', () => {
  it('answers with its headers, and with the request id of the caller or else its own', async () => {
    const { call, close, noted, inFlight } = await openServer((direct) => {
      setImmediate(() => {
        direct.answer(302, ['location', `/${direct.params['name'] ?? ''}`], 'own-id');
      });
      return true;
    });
    const own = await call();
    expect(own.status).toBe(302);
    expect(own.headers.get('location')).toBe('/first');
    expect(own.headers.get('x-request-id')).toBe('own-id');
    const given = await call({ 'x-request-id': 'given-id' });
    expect(given.headers.get('x-request-id')).toBe('given-id');
    expect([noted, inFlight]).toEqual([[302, 302], { count: 0, most: 1 }]);
    close();
  });

  it('is refused where the route throws or fails, and noted once', async () => {
    const { call, close, noted, inFlight } = await openServer((direct) => {
      if (direct.headers['x-fail'] === undefined) throw unavailable('thrown');
      direct.fail(unavailable('failed'));
      return true;
    });
    expect((await call()).status).toBe(503);
    expect((await call({ 'x-fail': '1' })).status).toBe(503);
    expect([noted, inFlight.count]).toEqual([[503, 503], 0]);
    close();
  });

  it('ends a connection whose answer cannot be written, and harms no other call', async () => {
    const { call, close, noted } = await openServer((direct) => {
      const location = direct.headers['x-break'] === undefined ? '/fine' : 'line\nbreak';
      direct.answer(302, ['location', location], 'own-id');
      return true;
    });
    await expect(call({ 'x-break': '1' })).rejects.toThrow();
    expect((await call()).headers.get('location')).toBe('/fine');
    expect(noted).toEqual([500, 302]);
    close();
  });

  it('leaves to its handler what it cannot answer, unnoted', async () => {
    const { call, close, noted, inFlight } = await openServer(() => false);
    expect((await call()).status).toBe(204);
    expect([noted, inFlight.count]).toEqual([[], 0]);
    close();
  });
});

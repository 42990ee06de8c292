import { type IncomingMessage } from 'node:http';
import { describedFor } from './described-reply.ts';
import { OPERATION_HEADER } from './headers.ts';
import { reply, type Route } from './route.ts';

const route = { operationId: 'getOrder', path: '/api/orders/:order_id' } as Route;
const requesting = { headers: { [OPERATION_HEADER]: 'requested' } } as unknown as IncomingMessage;
const headerOf = (errorCode?: string) =>
  describedFor(requesting, route, reply(200, { headers: { etag: 'a' } }), errorCode).headers;

describe('a reply', () => {
  it('states its operation, the pattern of its path and its error to who requests that', () => {
    expect(headerOf()).toEqual({ etag: 'a', [OPERATION_HEADER]: 'getOrder /api/orders/:order_id' });
    const failed = 'getOrder /api/orders/:order_id order_not_found';
    expect(headerOf('order_not_found')?.[OPERATION_HEADER]).toBe(failed);
  });

  it('states nothing of it to others', () => {
    const plain = reply(200, { body: {} });
    const request = { headers: {} } as unknown as IncomingMessage;
    expect(describedFor(request, route, plain)).toBe(plain);
  });
});

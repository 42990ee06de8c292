import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type RunningTracing, startTracing } from '@tributary/tracing';
import { type Collector, openCollector } from '@tributary/tracing/testing';
import { type ServiceRoute, serviceRoutes } from '../domain/service-routes.ts';
import { type Call } from './call.ts';
import { endCallSpan, openCallSpan, requestsTrace } from './call-span.ts';

const TRACE = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const headers = { traceparent: `00-${TRACE}-bbbbbbbbbbbbbbbb-01`, 'x-debug-trace': '1' };
const admitted = { authorization: 'Bearer x', limit: undefined };

const routeOf = (prefix: string): ServiceRoute =>
  serviceRoutes.find((route) => route.prefix === prefix) as ServiceRoute;

const callOf = (method: string, statusCode = 200): Call => ({
  req: { method, headers } as unknown as IncomingMessage,
  res: { statusCode } as ServerResponse,
  target: '/',
  path: '/',
  requestId: 'r',
  startedAt: performance.now(),
  waitsForContinue: false,
  corsHeaders: [],
});

describe('traces at the edge', () => {
  let collector: Collector;
  let tracing: RunningTracing;
  beforeAll(async () => {
    collector = await openCollector();
    tracing = await startTracing({
      endpoint: collector.endpoint,
      ratio: 0,
      resource: { 'service.name': 'gateway' },
      onExported: () => undefined,
      onLost: () => undefined,
    });
  });
  afterAll(async () => {
    await tracing.close();
    await collector.close();
  });

  const isKept = (method: string, prefix: string): boolean =>
    openCallSpan(callOf(method), routeOf(prefix))?.isKept ?? false;

  it('are not kept because a stranger requests it, by a flag or by x-debug-trace', () => {
    const span = openCallSpan(callOf('GET'), routeOf('/api/affiliate/links'));
    expect([span?.traceId, span?.isKept]).toEqual([TRACE, false]);
    for (const admission of [undefined, { ...admitted, isOperator: false }])
      expect(requestsTrace(callOf('GET'), admission)).toBe(false);
  });

  it('are kept where an operator requests it', () => {
    expect(requestsTrace(callOf('GET'), { ...admitted, isOperator: true })).toBe(true);
  });

  it('are kept of calls that move money', () => {
    expect(isKept('POST', '/api/payouts')).toBe(true);
    expect(isKept('PUT', '/api/brand/conversions')).toBe(true);
    expect(isKept('GET', '/api/payouts')).toBe(false);
  });

  it('have no span for a redirect that is not kept, unless it fails', async () => {
    const route = routeOf('/r');
    const span = openCallSpan(callOf('GET'), route);
    expect(span).toBeUndefined();
    endCallSpan({ call: callOf('GET', 302), route, span });
    endCallSpan({ call: callOf('GET', 503), route, span });
    await tracing.close();
    expect(collector.spans()).toMatchObject([{ name: 'GET /r', failed: true }]);
  });
});

import { type Deps } from '../../deps.ts';
import { healthResponse } from '../../views/health-view.ts';
import { type Endpoint } from '../../workflows/endpoint.ts';
import { respond } from '../../workflows/respond.ts';

export const getReadinessRoute = ({ checkHealth }: Deps): Endpoint => ({
  operationId: 'getReadiness',
  path: '/health/ready',
  document: {
    tags: ['gateway'],
    summary: 'Whether every service is ready',
    description: 'The body names the state of each.',
    security: [],
    responses: {
      '200': healthResponse('All are', {
        status: { const: 'ready' },
        services: {
          type: 'object',
          additionalProperties: { enum: ['ready', 'not_ready', 'unreachable'] },
        },
        degraded: {
          type: 'object',
          description: 'Services that serve with less, and the parts that are away',
          additionalProperties: { type: 'array', items: { type: 'string' } },
          examples: [{ tracking: ['kafka'] }],
        },
      }),
      '503': { description: 'At least one is not' },
    },
  },
  handle: async (call) => {
    const report = await checkHealth();
    const isReady = report.status === 'ready';
    respond(call, {
      status: isReady ? 200 : 503,
      body: JSON.stringify(report),
      headers: isReady ? {} : { 'retry-after': '1' },
    });
  },
});

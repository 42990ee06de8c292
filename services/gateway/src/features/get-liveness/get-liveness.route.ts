import { healthResponse } from '../../views/health-view.ts';
import { type Endpoint } from '../../workflows/endpoint.ts';
import { respond } from '../../workflows/respond.ts';

export const getLivenessRoute = (): Endpoint => ({
  operationId: 'getLiveness',
  path: '/health/live',
  document: {
    tags: ['gateway'],
    summary: 'Whether the gateway runs',
    description: 'For load balancers: without the state of the services.',
    security: [],
    responses: { '200': healthResponse('It runs', { status: { const: 'live' } }) },
  },
  handle: (call) => {
    respond(call, { status: 200, body: JSON.stringify({ status: 'live' }) });
  },
});

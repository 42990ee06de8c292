import { type Endpoint } from '../../workflows/endpoint.ts';
import { respond } from '../../workflows/respond.ts';

export const redirectToDocsRoute = (): Endpoint => ({
  operationId: 'redirectToDocs',
  path: '/',
  handle: (call) => {
    respond(call, { status: 302, headers: { location: '/docs' } });
  },
});

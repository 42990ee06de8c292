import { docsStartupScript } from '../../views/docs-page.ts';
import { type Endpoint } from '../../workflows/endpoint.ts';
import { respond } from '../../workflows/respond.ts';

export const getDocsStartupScriptRoute = (): Endpoint => ({
  operationId: 'getDocsStartupScript',
  path: '/docs/start.js',
  handle: (call) => {
    respond(call, {
      status: 200,
      body: docsStartupScript,
      contentType: 'text/javascript; charset=utf-8',
      headers: { 'cache-control': 'no-cache' },
    });
  },
});

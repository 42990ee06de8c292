import { type Deps } from '../../deps.ts';
import { docsPage } from '../../views/docs-page.ts';
import { docsHeaders } from '../../views/security-headers.ts';
import { type Endpoint } from '../../workflows/endpoint.ts';
import { respond } from '../../workflows/respond.ts';

/** The API reference. All its files come from the gateway, so that it works without the internet. */
export function getDocsPageRoute({ config }: Deps): Endpoint {
  const securityHeaders = docsHeaders(config.publicUrl);
  return {
    operationId: 'getDocsPage',
    path: '/docs',
    alias: '/docs/',
    handle: (call) => {
      respond(call, {
        status: 200,
        body: docsPage,
        contentType: 'text/html; charset=utf-8',
        headers: { 'cache-control': 'no-cache' },
        securityHeaders,
      });
    },
  };
}

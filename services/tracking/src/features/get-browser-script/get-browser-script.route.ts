import { overlay } from '@tributary/browser-script';
import { notFound } from '@tributary/errors';
import { type Reply, reply, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { findScript, newestScript } from '../../views/browser-script.ts';
import { consentFields, consentOfCall } from '../../workflows/call-consent.ts';

const KEPT_FOR_AN_HOUR = 'public, max-age=3600';
const NEVER_CHANGES = 'public, max-age=31536000, immutable';

const scriptReply = (body: string, cacheControl: string): Reply =>
  reply(200, {
    body,
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': cacheControl },
  });

export const getBrowserScriptRoute = ({ config }: Deps) =>
  route({
    operationId: 'getBrowserScript',
    method: 'get',
    path: '/t/:file',
    summary: 'The script of the shop’s pages',
    description:
      '`main.js` is the newest version; `1.0.0.js` and so on never change, for pages that name their hash ' +
      '(`GET /t/versions`); `test.js` is loaded in test mode. It keeps the visitor’s click in the shop’s own cookie, carries ' +
      'it into forms and over links to the shop’s other domains, and reports orders by `tributary("track", …)`. It follows ' +
      '`tributary("consent", "granted" | "denied")`, Google consent mode and the IAB TCF: of several the most restrictive ' +
      'counts, nothing is stored while one is undecided, and a refusal deletes what is stored. An operator may serve it at ' +
      'another path (`SCRIPT_PATH`).',
    allow: 'public',
    quiet: true,
    params: z.object({
      file: z
        .string()
        .max(30)
        .describe('`main.js`, a version such as `1.0.0.js`, or `test.js`')
        .meta({ examples: ['main.js'] }),
    }),
    query: z.object(consentFields),
    errors: { not_found: 'There is no such version (404)' },
    handle: ({ params: { file }, query }) => {
      const vendorId = config.TCF_VENDOR_ID;
      const consent = consentOfCall(query, vendorId).decision;
      if (file === 'main.js')
        return Promise.resolve(scriptReply(newestScript({ vendorId, consent }), KEPT_FOR_AN_HOUR));
      if (file === 'test.js') return Promise.resolve(scriptReply(overlay, KEPT_FOR_AN_HOUR));
      const version = findScript(file.replace(/\.js$/, ''));
      if (version === undefined) {
        throw notFound('not_found', { message: 'There is no such version of the script' });
      }
      return Promise.resolve(scriptReply(version, NEVER_CHANGES));
    },
  });

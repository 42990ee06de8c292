import { type MacroValues, macroNames } from '@tributary/contracts';
import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { requirePro } from '../../domain/endpoint.ts';
import { sampleMacros, samplePayload } from '../../domain/event-catalog.ts';
import { postbackEvents, requestOf } from '../../domain/postback.ts';
import { checkUrl } from '../../workflows/check-url.ts';
import { postbackFields } from '../../views/postback-view.ts';
import { planErrors, urlErrors } from '../../views/endpoint-errors.ts';

const values = z
  .strictObject(
    Object.fromEntries(macroNames.map((name) => [name, z.string().max(500).optional()])),
  )
  .meta({ id: 'MacroValues', description: 'Values of the macros; those left out are samples' });

const responseSchema = z.object({
  success: z.literal(true),
  data: z.object({
    method: z.enum(['GET', 'POST']),
    url: z.string().describe('With every macro replaced'),
    body: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('The envelope of a POST; null with GET'),
    signed: z
      .string()
      .describe('The text that X-Webhook-Signature signs: the URL of a GET, the body of a POST'),
  }),
});

export const dryRunPostbackRoute = (deps: Deps) =>
  route({
    operationId: 'dryRunPostback',
    method: 'post',
    path: '/api/webhooks/postbacks/dry-run',
    summary: 'Show the request that a postback would make; nothing is sent',
    description: 'Macros without a value in `values` take the values of the event’s sample.',
    allow: ['affiliate'],
    unaudited: 'it changes nothing',
    permission: 'webhooks:read',
    body: z.strictObject({
      method: postbackFields.method.default('GET'),
      url: postbackFields.url,
      event: z.enum(postbackEvents).default('conversion.approved'),
      values: values.default({}),
    }),
    response: responseSchema,
    errors: { ...planErrors, ...urlErrors },
    handle: async ({ actor, body }) => {
      requirePro(actor);
      const { method, event } = body;
      const target = { url: body.url, postback: { method } };
      await checkUrl(deps, target, 'url');
      const given = body.values as MacroValues;
      const messageId = given.event_id ?? deps.newId();
      const macros = { ...sampleMacros(event), ...given };
      const { url } = requestOf(target, { messageId, macros });
      const envelope = {
        id: messageId,
        event,
        timestamp: deps.clock.now().toISOString(),
        data: samplePayload(event),
      };
      const isGet = method === 'GET';
      const signed = isGet ? url : JSON.stringify(envelope);
      return { success: true, data: { method, url, body: isGet ? null : envelope, signed } };
    },
  });

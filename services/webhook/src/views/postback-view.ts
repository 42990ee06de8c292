import { z } from 'zod';
import { type Endpoint } from '../domain/endpoint.ts';
import { macroNames } from '@tributary/contracts';
import { postbackEvents } from '../domain/postback.ts';
import { endpointSchema, endpointView } from './endpoint-view.ts';

/** Fields of requests that create or update a postback. */
export const postbackFields = {
  method: z.enum(['GET', 'POST']),
  url: z
    .string()
    .min(1)
    .max(2_048)
    .describe(
      `May contain ${macroNames.map((name) => `{${name}}`).join(', ')} in its path and query`,
    ),
  events: z
    .array(z.enum(postbackEvents))
    .min(1)
    .max(postbackEvents.length)
    .transform((names) => [...new Set(names)]),
};

export const postbackSchema = endpointSchema
  .omit({ headers: true })
  .extend({ method: z.enum(['GET', 'POST']) })
  .meta({ id: 'Postback', description: 'An affiliate’s address that is called on events' });

/** @param secret in full after its creation; otherwise the view contains the masked form */
export function postbackView(endpoint: Endpoint, secret?: string): z.input<typeof postbackSchema> {
  const { headers: _none, ...view } = endpointView(endpoint, secret);
  return { ...view, method: endpoint.postback?.method ?? 'GET' };
}

export const postbackParams = z.object({ postback_id: z.uuid() });

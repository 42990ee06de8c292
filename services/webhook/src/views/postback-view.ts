import { z } from 'zod';
import { type Endpoint } from '../domain/endpoint.ts';
import { macroNames, postbackEvents } from '../domain/postback.ts';
import { endpointSchema, endpointView } from './endpoint-view.ts';

/** The fields by which a postback is described in requests. */
export const postbackFields = {
  method: z.enum(['GET', 'POST']),
  url: z
    .string()
    .min(1)
    .max(2_048)
    .describe(`May hold ${macroNames.map((name) => `{${name}}`).join(', ')} in its path and query`),
  events: z
    .array(z.enum(postbackEvents))
    .min(1)
    .max(postbackEvents.length)
    .transform((names) => [...new Set(names)]),
};

export const postbackSchema = endpointSchema
  .omit({ headers: true })
  .extend({ method: z.enum(['GET', 'POST']) });

/** @param secret in full, to the one who just made it; otherwise it is masked */
export function postbackView(endpoint: Endpoint, secret?: string): z.input<typeof postbackSchema> {
  const { headers: _none, ...view } = endpointView(endpoint, secret);
  return { ...view, method: endpoint.postback?.method ?? 'GET' };
}

/** A path that names a postback. */
export const postbackParams = z.object({ postback_id: z.uuid() });

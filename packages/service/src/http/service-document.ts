import { type App } from '../run/app.ts';
import { type Json } from './component-schemas.ts';
import { openApiPart } from './openapi.ts';

/** A service's part of the API document. */
export interface ServiceDocument {
  readonly paths: Json;
  readonly webhooks?: Json;
  readonly components: { readonly schemas: Json };
}

/** What a service serves and sends, as a part of an OpenAPI 3.1 document. */
export async function serviceDocument(
  service: string,
  { routes = [], webhooks }: Pick<App, 'routes' | 'webhooks'>,
): Promise<ServiceDocument> {
  const { paths, components } = openApiPart(routes, service);
  const sent = await webhooks?.();
  if (sent === undefined) return { paths, components };
  const schemas = { ...components.schemas, ...sent.schemas };
  return { paths, webhooks: sent.webhooks, components: { schemas } };
}

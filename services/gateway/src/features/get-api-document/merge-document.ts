import { type ServiceDocuments } from '../../clients/api-documents.ts';
import { type Endpoint } from '../../workflows/endpoint.ts';
import { describeSchema, nounOf } from './describe-fields.ts';
import { describeOperation } from './describe-operations.ts';
import { type DocumentAssets } from './document-assets.ts';
import { errorSchemas, generalCodes, introduction, tags } from './document-parts.ts';
import { isObject, type Json, mapValues } from './json.ts';
import { openEnumerationNames } from './named-enumerations.ts';

const METHODS = ['get', 'post', 'put', 'delete'];

/** The error codes that an operation declares. */
const codesOf = (operation: Json): string[] =>
  isObject(operation['x-error-codes']) ? Object.keys(operation['x-error-codes']) : [];

/** The paths and error codes of all documents. */
function openCollection() {
  const paths: Record<string, Json> = {};
  const codes = new Set(generalCodes);
  const placeOfId = new Map<string, string>();

  const register = (operationId: string, place: string): void => {
    const other = placeOfId.get(operationId) ?? place;
    if (other !== place) {
      throw new Error(`${other} and ${place} have the same operationId ${operationId}`);
    }
    placeOfId.set(operationId, place);
  };

  const addOperation = (method: string, path: string, operation: Json): void => {
    register(String(operation['operationId']), `${method.toUpperCase()} ${path}`);
    for (const code of codesOf(operation)) codes.add(code);
    paths[path] = { ...paths[path], [method]: operation };
  };

  return {
    paths,
    codes,
    addPath: (path: string, item: unknown): void => {
      if (!isObject(item)) return;
      for (const method of METHODS) {
        const operation = item[method];
        if (isObject(operation)) addOperation(method, path, operation);
      }
    },
    /** An endpoint of the gateway, as documented. */
    addEndpoint: ({ operationId, path, document }: Endpoint): void => {
      register(operationId, `GET ${path}`);
      paths[path] = { get: { operationId, ...document } };
    },
  };
}

/** The named schemas of a part of the document. */
const schemasOf = (document: Json | undefined): Json => {
  const components = document?.['components'];
  return isObject(components) && isObject(components['schemas']) ? components['schemas'] : {};
};

/** The documents of all services in one, as they describe themselves. */
function collect(documents: ServiceDocuments, ownEndpoints: readonly Endpoint[]) {
  const { paths, codes, addPath, addEndpoint } = openCollection();
  const unavailable: string[] = [];
  const webhooks: Record<string, unknown> = {};
  const schemas: Record<string, unknown> = {};
  for (const [service, document] of Object.entries(documents)) {
    const servicePaths = document?.['paths'];
    if (isObject(document?.['webhooks'])) Object.assign(webhooks, document['webhooks']);
    Object.assign(schemas, schemasOf(document));
    if (!isObject(servicePaths)) unavailable.push(service);
    else for (const [path, item] of Object.entries(servicePaths)) addPath(path, item);
  }
  for (const endpoint of ownEndpoints) addEndpoint(endpoint);
  Object.assign(schemas, errorSchemas([...codes].toSorted()));
  return { paths, webhooks, schemas, unavailable };
}

/** Adds descriptions and examples to what the services state themselves. */
function describe(
  { paths, webhooks, schemas }: Pick<ReturnType<typeof collect>, 'paths' | 'webhooks' | 'schemas'>,
  { notes, calls }: DocumentAssets,
) {
  const sources = { notes, schemas };
  const describeAll = (items: Json): Json =>
    mapValues(items, (item) =>
      mapValues(item, (operation) =>
        isObject(operation)
          ? describeOperation(operation, sources, calls[String(operation['operationId'])])
          : operation,
      ),
    );
  const names = openEnumerationNames();
  const named = names.refer(
    mapValues(schemas, (schema, name) => describeSchema(schema, sources, nounOf(name))),
  );
  const described = {
    paths: names.refer(describeAll(paths)),
    webhooks: names.refer(describeAll(webhooks)),
  };
  const byName = Object.entries({ ...named, ...names.schemas() }).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return { ...described, schemas: Object.fromEntries(byName) };
}

/**
 * Merges the services' documents into one OpenAPI 3.1 document; `x-unavailable` names the missing ones.
 * @throws where two operations have the same operationId
 */
export function mergeDocument(
  documents: ServiceDocuments,
  ownEndpoints: readonly Endpoint[],
  publicUrl: string,
  assets: DocumentAssets,
): Json {
  const collected = collect(documents, ownEndpoints);
  const { unavailable } = collected;
  const { paths, webhooks, schemas } = describe(collected, assets);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Tributary',
      version: '1',
      description: introduction,
    },
    servers: [{ url: publicUrl }],
    tags,
    ...(unavailable.length > 0 ? { 'x-unavailable': unavailable } : {}),
    paths,
    ...(Object.keys(webhooks).length > 0 ? { webhooks } : {}),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token from `POST /api/auth/login`, or an API key (`trk_…`).',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-tributary_session',
          description:
            'For pages of this origin, wherever a bearer token is accepted. `X-Session-Transport: cookie` with a ' +
            'sign-in requests it in place of tokens; a request that changes something needs our own `Origin`.',
        },
      },
      schemas,
    },
  };
}

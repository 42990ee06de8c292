import { areaOfPath, type ErrorArea } from '@tributary/service/edge';
import { type ServiceDocuments } from '../../clients/api-documents.ts';
import { type Endpoint } from '../../workflows/endpoint.ts';
import { errorSchemas, generalCodes, tags } from './document-parts.ts';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const METHODS = ['get', 'post', 'put', 'delete'];

const schemaNames: Readonly<Record<ErrorArea, string>> = {
  conversion: 'ConversionError',
  notification: 'NotificationError',
  general: 'Error',
};

/** Error responses by reference, so that their shapes and the list of codes are written once. */
function withSharedErrors(responses: Json, path: string): Json {
  const $ref = `#/components/schemas/${schemaNames[areaOfPath(path)]}`;
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) =>
      Number(status) < 400 || !isObject(response)
        ? [status, response]
        : [status, { ...response, content: { 'application/json': { schema: { $ref } } } }],
    ),
  );
}

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
    const responses = isObject(operation['responses']) ? operation['responses'] : {};
    paths[path] = {
      ...paths[path],
      [method]: {
        ...operation,
        responses: withSharedErrors(responses, path),
      },
    };
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

/**
 * Merges the services' documents into one OpenAPI 3.1 document; `x-unavailable` names the missing ones.
 * @throws where two operations have the same operationId
 */
export function mergeDocument(
  documents: ServiceDocuments,
  ownEndpoints: readonly Endpoint[],
  publicUrl: string,
): Json {
  const { paths, codes, addPath, addEndpoint } = openCollection();
  const unavailable: string[] = [];
  const webhooks: Record<string, unknown> = {};
  for (const [service, document] of Object.entries(documents)) {
    const servicePaths = document?.['paths'];
    if (isObject(document?.['webhooks'])) Object.assign(webhooks, document['webhooks']);
    if (!isObject(servicePaths)) unavailable.push(service);
    else for (const [path, item] of Object.entries(servicePaths)) addPath(path, item);
  }
  for (const endpoint of ownEndpoints) addEndpoint(endpoint);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Tributary',
      version: '1',
      description:
        'Affiliate marketing, from the click to the payout. Brands run campaigns, affiliates send ' +
        'them customers, and every cent in between can be explained.',
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
      schemas: errorSchemas([...codes].toSorted()),
    },
  };
}

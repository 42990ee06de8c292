import { type RoutedService } from '../../domain/routed-service.ts';
import { areaOfPath, type ErrorArea } from '@tributary/service/edge';
import { errorSchemas, generalCodes, ownPaths, tags } from './document-parts.ts';

type Json = Record<string, unknown>;

/** What a service says of its own paths; undefined where it could not be asked. */
export type ServiceParts = Readonly<Record<RoutedService, Json | undefined>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const METHODS = ['get', 'post', 'put', 'delete'];

const schemaNames: Readonly<Record<ErrorArea, string>> = {
  conversion: 'ConversionError',
  notification: 'NotificationError',
  general: 'Error',
};

/** Error answers by reference, so that their shape and the list of codes stand in one place. */
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

/** `PUT /api/auth/me` → `putAuthMe`: a name for generated clients. */
const operationId = (method: string, path: string): string =>
  method +
  path
    .replace(/^\/api/, '')
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** The machine-readable codes that an operation names, `code: meaning`. */
const codesOf = (operation: Json): string[] =>
  isObject(operation['x-error-codes']) ? Object.keys(operation['x-error-codes']) : [];

interface Collected {
  readonly paths: Record<string, Json>;
  readonly codes: Set<string>;
}

function collectPath({ paths, codes }: Collected, path: string, item: Json): void {
  for (const method of METHODS) {
    const operation = item[method];
    if (!isObject(operation)) continue;
    for (const code of codesOf(operation)) codes.add(code);
    const responses = isObject(operation['responses']) ? operation['responses'] : {};
    paths[path] = {
      ...paths[path],
      [method]: {
        operationId: operationId(method, path),
        ...operation,
        responses: withSharedErrors(responses, path),
      },
    };
  }
}

/** One OpenAPI 3.1 document of all that the services say; who is missing is named in `x-unavailable`. */
export function mergeDocument(parts: ServiceParts, publicUrl: string): Json {
  const collected: Collected = { paths: {}, codes: new Set(generalCodes) };
  const unavailable: string[] = [];
  for (const [service, document] of Object.entries(parts)) {
    const paths = document?.['paths'];
    if (!isObject(paths)) {
      unavailable.push(service);
      continue;
    }
    for (const [path, item] of Object.entries(paths)) {
      if (isObject(item)) collectPath(collected, path, item);
    }
  }
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
    paths: { ...collected.paths, ...ownPaths },
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token from `POST /api/auth/login`, or an API key (`trk_…`).',
        },
      },
      schemas: errorSchemas([...collected.codes].toSorted()),
    },
  };
}

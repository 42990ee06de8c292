import { type z } from 'zod';
import { isAudited } from './audit.ts';
import {
  type ComponentSchemas,
  type Json,
  openComponentSchemas,
  schemaRef,
} from './component-schemas.ts';
import { areaOfPath, type ErrorArea } from './error-body.ts';
import { type Route } from './route.ts';

/** The error body of each area; the gateway's part of the document describes them. */
const errorSchemas: Readonly<Record<ErrorArea, string>> = {
  conversion: 'ConversionError',
  notification: 'NotificationError',
  general: 'Error',
};

/** A parameter, with the description of its schema, where readers look for it. */
function parameter(
  name: string,
  place: 'path' | 'query' | 'header',
  required: boolean,
  { description, ...schema }: Json,
): Json {
  return {
    name,
    in: place,
    required,
    ...(description === undefined ? {} : { description }),
    schema,
  };
}

function parameters(route: Route, schemas: ComponentSchemas): Json[] {
  const ofPath = propertiesOf(route.params, schemas);
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) =>
    parameter(name, 'path', true, ofPath.properties[name] ?? { type: 'string' }),
  );
  const { properties, required } = propertiesOf(route.query, schemas);
  const inQuery = Object.entries(properties).map(([name, schema]) =>
    parameter(name, 'query', required.includes(name), schema),
  );
  const ofHeaders = propertiesOf(route.headers, schemas);
  const inHeaders = Object.entries(ofHeaders.properties).map(([name, schema]) =>
    parameter(name, 'header', ofHeaders.required.includes(name), schema),
  );
  return [...inPath, ...inQuery, ...inHeaders];
}

function propertiesOf(
  schema: z.ZodType | undefined,
  schemas: ComponentSchemas,
): { readonly properties: Readonly<Record<string, Json>>; readonly required: readonly string[] } {
  const json = schema === undefined ? {} : schemas.of(schema, 'input');
  return {
    properties: (json['properties'] ?? {}) as Record<string, Json>,
    required: (json['required'] ?? []) as string[],
  };
}

/** The error statuses of every route of this kind, with their meaning. */
function commonErrors(route: Route): Record<string, string> {
  const takesInput =
    route.body !== undefined || route.query !== undefined || route.idempotent === true;
  return {
    ...(takesInput ? { '400': 'The request is not valid; every offending field is named' } : {}),
    ...(route.allow === 'public' ? {} : { '401': 'No valid token' }),
    ...(route.allow === 'public'
      ? {}
      : { '403': 'The role, permission, plan or scope does not allow it' }),
    ...(route.path.includes(':') ? { '404': 'No such record, or another account’s' } : {}),
    ...(route.body === undefined && route.binaryBody === undefined
      ? {}
      : { '413': 'The body is too large', '415': 'The body is of another media type' }),
    '429': 'Too many calls; see Retry-After',
    '503': 'A part of the service is unavailable; see Retry-After',
  };
}

/** Of operations that take an Idempotency-Key. */
const REPEATED = {
  '409': 'The Idempotency-Key was used with another body (`idempotency_key_reused`)',
};

const STATUS_MEANINGS: Readonly<Record<string, string>> = {
  '401': 'The signature is missing or wrong',
  '403': 'Not allowed here',
  '404': 'There is no such record',
  '409': 'It conflicts with the current state',
};

/** The status of a declared error: from its meaning, as `409: …` or `… (409)`, or from its code. */
export function declaredStatus(code: string, meaning: string): string | undefined {
  const [, first, last] = /^(\d{3})\b|\((\d{3})\)$/.exec(meaning) ?? [];
  return first ?? last ?? (code.endsWith('_not_found') ? '404' : undefined);
}

/** The statuses of the errors that the route declares, with their codes. */
function declaredErrors(route: Route): Record<string, string> {
  const codes = new Map<string, string[]>();
  for (const [code, meaning] of Object.entries(route.errors ?? {})) {
    const status = declaredStatus(code, meaning);
    if (status !== undefined) codes.set(status, [...(codes.get(status) ?? []), `\`${code}\``]);
  }
  const described = [...codes].map(([status, named]): [string, string] => [
    status,
    `${STATUS_MEANINGS[status] ?? 'Refused'} (${named.join(', ')})`,
  ]);
  return Object.fromEntries(described);
}

const pageContent: Json = { 'text/html': { schema: { type: 'string' } } };

const pascalCase = (operationId: string): string =>
  operationId.charAt(0).toUpperCase() + operationId.slice(1);

function responses(route: Route, schemas: ComponentSchemas): Json {
  const name = pascalCase(route.operationId);
  const success = {
    description: 'Success',
    ...(route.page === true ? { content: pageContent } : {}),
    ...(route.response === undefined
      ? {}
      : {
          content: {
            'application/json': { schema: schemas.of(route.response, 'output', `${name}Response`) },
          },
        }),
  };
  const accepted =
    route.accepted === undefined
      ? {}
      : {
          '202': {
            description: 'Accepted: the answer is made in the background',
            content: {
              'application/json': {
                schema: schemas.of(route.accepted, 'output', `${name}Accepted`),
              },
            },
          },
        };
  const usual = schemaRef(errorSchemas[areaOfPath(route.path)]);
  const schemaOf = (status: string): Json => {
    const own = route.errorBodies?.[status];
    return own === undefined ? usual : schemas.of(own, 'output', `${name}Error${status}`);
  };
  const jsonOf = (status: string): Json => ({ 'application/json': { schema: schemaOf(status) } });
  const errors = {
    ...(route.idempotent === true ? REPEATED : {}),
    ...declaredErrors(route),
    ...commonErrors(route),
  };
  const failures = Object.entries(errors).map(([status, description]) => [
    status,
    route.page === true && (status === '400' || status === '404')
      ? // A link that is malformed is refused before its page is made.
        { description, content: { ...pageContent, ...jsonOf(status) } }
      : { description, content: jsonOf(status) },
  ]);
  return {
    [String(route.status ?? 200)]: success,
    ...accepted,
    ...(Object.fromEntries(failures) as Json),
  };
}

function requestBody(
  { operationId, body, binaryBody, formBody }: Route,
  schemas: ComponentSchemas,
): Json {
  const form = binaryBody ?? { contentType: 'application/json', schema: body };
  if (form.schema === undefined) return {};
  const media = { schema: schemas.of(form.schema, 'input', `${pascalCase(operationId)}Request`) };
  const content = {
    [form.contentType]: media,
    ...(formBody === true ? { 'application/x-www-form-urlencoded': media } : {}),
  };
  // An absent body is read as an empty object.
  const required = !form.schema.safeParse({}).success;
  return { requestBody: { required, content } };
}

const STEP_UP_ERRORS = {
  step_up_required:
    'The person’s last proof is too old: `POST /api/auth/step-up` returns a token for this (403)',
  api_key_not_allowed: 'API keys prove no person (403)',
} as const;

/** With the error codes that follow from what it declares. */
const withImpliedErrors = (route: Route): Route =>
  route.stepUp === true ? { ...route, errors: { ...route.errors, ...STEP_UP_ERRORS } } : route;

/** What the document states of a route beyond OpenAPI. */
const extensions = (route: Route): Json => ({
  ...(Array.isArray(route.allow) ? { 'x-roles': route.allow } : {}),
  ...(route.permission === undefined ? {} : { 'x-permission': route.permission }),
  ...(isAudited(route) ? { 'x-audited': true } : {}),
  ...(route.unaudited === undefined ? {} : { 'x-unaudited': route.unaudited }),
  ...(route.stepUp === undefined ? {} : { 'x-step-up': true }),
  ...(route.limits === undefined ? {} : { 'x-rate-limits': route.limits }),
  ...(route.errors === undefined ? {} : { 'x-error-codes': route.errors }),
});

const idempotencyKey = parameter('Idempotency-Key', 'header', false, {
  description:
    'Any text of the caller’s: a repeated call with the same text gets the first response',
  type: 'string',
  pattern: '^[!-~]{1,255}$',
  examples: ['order-1001'],
});

function operation(declared: Route, tag: string, schemas: ComponentSchemas): Json {
  const route = withImpliedErrors(declared);
  const codes = Object.entries(route.errors ?? {}).map(
    ([code, meaning]) => `- \`${code}\`: ${meaning}`,
  );
  const description = [
    route.description,
    codes.length > 0 ? `Error codes:\n${codes.join('\n')}` : undefined,
  ]
    .filter((part) => part !== undefined)
    .join('\n\n');
  return {
    operationId: route.operationId,
    tags: [tag],
    summary: route.summary,
    ...(description === '' ? {} : { description }),
    parameters: [
      ...parameters(route, schemas),
      ...(route.idempotent === true ? [idempotencyKey] : []),
    ],
    ...requestBody(route, schemas),
    responses: responses(route, schemas),
    security: route.allow === 'public' ? [] : [{ bearer: [] }],
    ...extensions(route),
  };
}

/** The paths and named schemas of an OpenAPI 3.1 document for these routes, from the schemas that validate them. */
export function openApiPart(
  routes: readonly Route[],
  tag: string,
): { readonly paths: Json; readonly components: { readonly schemas: Json } } {
  const schemas = openComponentSchemas();
  const paths: Record<string, Json> = {};
  for (const route of routes.filter(({ internal }) => internal !== true)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operation(route, tag, schemas) };
  }
  return { paths: schemas.resolve(paths), components: { schemas: schemas.named() } };
}

import { z } from 'zod';
import { isAudited } from './audit.ts';
import { areaOfPath, type ErrorArea } from './error-body.ts';
import { type Route } from './route.ts';

type Json = Record<string, unknown>;

const errorSchemas: Readonly<Record<ErrorArea, Json>> = {
  conversion: {
    type: 'object',
    required: ['success', 'data', 'message'],
    properties: {
      success: { const: false },
      data: { type: 'object', required: ['error'], properties: { error: { type: 'string' } } },
      message: { type: 'string' },
    },
  },
  notification: {
    type: 'object',
    required: ['detail'],
    properties: { detail: { type: 'string' } },
  },
  general: {
    type: 'object',
    required: ['error', 'message', 'detail'],
    properties: {
      error: { type: 'string' },
      message: { type: 'string' },
      detail: { type: 'string' },
    },
  },
};

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  }) as Json;
  return json;
};

function parameters(route: Route): Json[] {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: propertiesOf(route.params)[name ?? ''] ?? { type: 'string' },
  }));
  const required =
    route.query === undefined
      ? []
      : (jsonSchema(route.query, 'input')['required'] as string[] | undefined);
  const inQuery = Object.entries(propertiesOf(route.query)).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required?.includes(name) ?? false,
    schema,
  }));
  return [...inPath, ...inQuery];
}

const propertiesOf = (schema: z.ZodType | undefined): Record<string, Json> =>
  schema === undefined
    ? {}
    : ((jsonSchema(schema, 'input')['properties'] ?? {}) as Record<string, Json>);

/** The error statuses of every route of this kind, with their meaning. */
function commonErrors(route: Route): Record<string, string> {
  const takesInput = route.body !== undefined || route.query !== undefined;
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

const STATUS_MEANINGS: Readonly<Record<string, string>> = {
  '401': 'The signature is missing or wrong',
  '403': 'Not allowed here',
  '404': 'There is no such record',
  '409': 'It conflicts with the current state',
};

/** The status of a declared error: from its meaning, as `409: …` or `… (409)`, or from its code. */
function statusOf(code: string, meaning: string): string | undefined {
  const [, first, last] = /^(\d{3})\b|\((\d{3})\)$/.exec(meaning) ?? [];
  return first ?? last ?? (code.endsWith('_not_found') ? '404' : undefined);
}

/** The statuses of the errors that the route declares, with their codes. */
function declaredErrors(route: Route): Record<string, string> {
  const codes = new Map<string, string[]>();
  for (const [code, meaning] of Object.entries(route.errors ?? {})) {
    const status = statusOf(code, meaning);
    if (status !== undefined) codes.set(status, [...(codes.get(status) ?? []), `\`${code}\``]);
  }
  const described = [...codes].map(([status, named]): [string, string] => [
    status,
    `${STATUS_MEANINGS[status] ?? 'Refused'} (${named.join(', ')})`,
  ]);
  return Object.fromEntries(described);
}

const pageContent: Json = { 'text/html': { schema: { type: 'string' } } };

function responses(route: Route): Json {
  const success = {
    description: 'Success',
    ...(route.page === true ? { content: pageContent } : {}),
    ...(route.response === undefined
      ? {}
      : { content: { 'application/json': { schema: jsonSchema(route.response, 'output') } } }),
  };
  const usual = errorSchemas[areaOfPath(route.path)];
  const schemaOf = (status: string): Json => {
    const own = route.errorBodies?.[status];
    return own === undefined ? usual : jsonSchema(own, 'output');
  };
  const errors = { ...declaredErrors(route), ...commonErrors(route) };
  const failures = Object.entries(errors).map(([status, description]) => [
    status,
    route.page === true && status === '404'
      ? { description, content: pageContent }
      : { description, content: { 'application/json': { schema: schemaOf(status) } } },
  ]);
  return { [String(route.status ?? 200)]: success, ...(Object.fromEntries(failures) as Json) };
}

function requestBody({ body, binaryBody, formBody }: Route): Json {
  const form = binaryBody ?? { contentType: 'application/json', schema: body };
  if (form.schema === undefined) return {};
  const media = { schema: jsonSchema(form.schema, 'input') };
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

function operation(declared: Route, tag: string): Json {
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
  const body = requestBody(route);
  const idempotency = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 255 },
  };
  return {
    operationId: route.operationId,
    tags: [tag],
    summary: route.summary,
    ...(description === '' ? {} : { description }),
    parameters: [...parameters(route), ...(route.idempotent === true ? [idempotency] : [])],
    ...body,
    responses: responses(route),
    security: route.allow === 'public' ? [] : [{ bearer: [] }],
    ...extensions(route),
  };
}

/** The `paths` of an OpenAPI 3.1 document for these routes, from the schemas that validate them. */
export function openApiPaths(routes: readonly Route[], tag: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes.filter(({ internal }) => internal !== true)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operation(route, tag) };
  }
  return paths;
}

import { type z } from 'zod';
import {
  AppError,
  type FieldIssue,
  fieldsOfZodError,
  invalid,
  invalidFields,
  namingMissing,
  notFound,
} from '@tributary/errors';
import { type Route } from './route.ts';

export interface ParsedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Every value a string; a name given twice is an issue of its own. */
function queryObject(search: string): {
  values: Record<string, string>;
  repeated: string[];
} {
  const values = Object.create(null) as Record<string, string>;
  const repeated: string[] = [];
  for (const [name, value] of new URLSearchParams(search)) {
    if (name in values) repeated.push(name);
    values[name] = value;
  }
  return { values: { ...values }, repeated };
}

/** No text of ours has it, and the database refuses it in searches. */
const NUL = '\u0000';

function parseQuery(route: Route, search: string): { value: unknown; issues: FieldIssue[] } {
  if (route.anyQuery === true) return { value: undefined, issues: [] };
  const { values, repeated } = queryObject(search);
  const issues = [
    ...repeated.map((path) => ({ path, message: 'Given more than once' })),
    ...Object.entries(values)
      .filter(([name, value]) => name.includes(NUL) || value.includes(NUL))
      .map(([path]) => ({ path, message: 'Must not contain the character NUL' })),
  ];
  if (route.query === undefined) {
    const unknown = Object.keys(values).map((path) => ({ path, message: 'Unknown field' }));
    return { value: undefined, issues: [...issues, ...unknown] };
  }
  return collect(route.query, values, issues);
}

function collect(schema: z.ZodType, value: unknown, issues: FieldIssue[]) {
  const parsed = schema.safeParse(value, namingMissing);
  if (parsed.success) return { value: parsed.data, issues };
  return { value: undefined, issues: [...issues, ...fieldsOfZodError(parsed.error)] };
}

const JSON_TYPE = /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i;

function jsonOf(route: Route, rawBody: string, contentType: string | undefined): unknown {
  if (rawBody === '' && contentType === undefined) return undefined;
  if (contentType === undefined || !JSON_TYPE.test(contentType)) {
    throw new AppError('invalid', 'unsupported_media_type', {
      httpStatus: 415,
      message: 'The body must be JSON, with content type application/json',
    });
  }
  if (rawBody === '') return undefined;
  try {
    return JSON.parse(rawBody) as unknown;
  } catch {
    throw invalid('malformed_json', { message: 'The body is not valid JSON' });
  }
}

/** Checks everything a caller sent against the route's schemas. @throws AppError naming every field */
export function parseInput(
  route: Route,
  received: {
    params: Readonly<Record<string, string>>;
    /** The query with its question mark, or nothing. */
    search: string;
    rawBody: string;
    contentType: string | undefined;
  },
): ParsedInput {
  const params = route.params?.safeParse(received.params);
  const hasNul = Object.values(received.params).some((value) => value.includes(NUL));
  if (params?.success === false || hasNul)
    throw notFound('not_found', { message: 'There is no such record' });
  const query = parseQuery(route, received.search);
  let body: { value: unknown; issues: FieldIssue[] } = { value: undefined, issues: [] };
  if (route.body !== undefined && route.rawBody !== true) {
    const json = jsonOf(route, received.rawBody, received.contentType);
    body = collect(route.body, json === undefined ? {} : json, []);
  }
  const issues = [...query.issues, ...body.issues];
  if (issues.length > 0) throw invalidFields(issues);
  return { params: params?.data, query: query.value, body: body.value };
}

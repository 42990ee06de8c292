import {
  isObject,
  type Json,
} from '../../../services/gateway/src/features/get-api-document/json.ts';
import { type SdkName, sdkNameOf } from './sdk-names.ts';

/** How a list is continued: by the number of a page, by how many were read, or by the last one that was read. */
export type Paging = 'page' | 'page_size' | 'skip' | 'offset' | 'before';

/** What the SDK needs to know of an operation. */
export interface SdkOperation extends SdkName {
  readonly operationId: string;
  readonly summary: string;
  readonly verb: string;
  readonly path: string;
  readonly body:
    | { readonly type: string; readonly isRequired: boolean; readonly isForm: boolean }
    | undefined;
  readonly query: { readonly type: string; readonly isRequired: boolean } | undefined;
  /** The type of the JSON answer; undefined where the answer is a file, a page or a redirection. */
  readonly answer: string | undefined;
  /** Where a list of records is in the answer, and how it is continued. */
  readonly list: { readonly paging: Paging; readonly items: string } | undefined;
  /** Whether a repeated call has no second effect. */
  readonly isRepeatable: boolean;
  /** Whether a repetition of a recorded order is recognised: it answers 409 and names the order. */
  readonly recognisesOrders: boolean;
  readonly isPublic: boolean;
}

/** POST operations without a key that have the same effect however often they are called. */
const REPEATABLE = new Set([
  'adjustConversion',
  'dryRunPostback',
  'logIn',
  'logOut',
  'markAllNotificationsRead',
  'markNotificationRead',
  'previewCampaignAttribution',
]);

const PAGINGS: readonly Paging[] = ['page_size', 'page', 'skip', 'offset', 'before'];

export const objectAt = (value: unknown, ...path: readonly string[]): Json => {
  const found = path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value);
  return isObject(found) ? found : {};
};

export const nameOf = (schema: Json): string | undefined =>
  typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').pop() : undefined;

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The TypeScript name of an answer: of its schema, of a list of it, or of its operation. */
const typeOf = (schema: Json, operationId: string): string => {
  const item = nameOf(objectAt(schema, 'items'));
  if (item !== undefined) return `Schemas['${item}'][]`;
  return `Schemas['${nameOf(schema) ?? `${upperFirst(operationId)}Response`}']`;
};

export const parametersOf = (operation: Json, place: string): Json[] =>
  ((operation['parameters'] ?? []) as Json[]).filter((one) => one['in'] === place);

/** The name of the schema of an operation's query. */
export const queryName = (operationId: string): string => `${upperFirst(operationId)}Query`;

/** The schema of the JSON that an operation answers where it succeeds; empty where it answers another type. */
export function answerOf(operation: Json): Json {
  const successes = Object.entries(objectAt(operation, 'responses')).find(([status]) =>
    /^[23]/.test(status),
  );
  return objectAt(successes?.[1], 'content', 'application/json', 'schema');
}

/** Every operation of a document with its path and verb. */
export const operationsIn = (document: Json): { path: string; verb: string; operation: Json }[] =>
  Object.entries(objectAt(document, 'paths')).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([verb, operation]) =>
      isObject(operation) && 'operationId' in operation ? [{ path, verb, operation }] : [],
    ),
  );

/** A schema, or the one that it names. */
const resolved = (schema: Json, schemas: Json): Json => {
  const name = nameOf(schema);
  return name === undefined ? schema : objectAt(schemas, name);
};

const arrayIn = (properties: Json): string | undefined =>
  Object.keys(properties).find((name) => objectAt(properties, name)['type'] === 'array');

/** The path of the one array in an answer, such as `data.conversions`; empty where the answer is the array. */
function itemsIn(answer: Json, schemas: Json): string | undefined {
  const whole = resolved(answer, schemas);
  if (whole['type'] === 'array') return '';
  const properties = objectAt(whole, 'properties');
  const own = arrayIn(properties);
  const inner = arrayIn(objectAt(properties, 'data', 'properties'));
  return own ?? (inner === undefined ? undefined : `data.${inner}`);
}

function listOf(operation: Json, answer: Json, schemas: Json): SdkOperation['list'] {
  const names = parametersOf(operation, 'query').map(({ name }) => name);
  const paging = PAGINGS.find((one) => names.includes(one));
  const items = itemsIn(answer, schemas);
  return paging === undefined || items === undefined ? undefined : { paging, items };
}

function bodyOf(operation: Json, operationId: string): SdkOperation['body'] {
  const content = objectAt(operation, 'requestBody', 'content');
  const [media] = Object.keys(content);
  if (media === undefined) return undefined;
  return {
    type: typeOf(objectAt(content, media, 'schema'), operationId),
    isRequired: objectAt(operation, 'requestBody')['required'] === true,
    isForm: media === 'multipart/form-data',
  };
}

function queryOf(operation: Json): SdkOperation['query'] {
  const parameters = parametersOf(operation, 'query');
  if (parameters.length === 0) return undefined;
  return {
    type: `Schemas['${queryName(String(operation['operationId']))}']`,
    isRequired: parameters.some(({ required }) => required === true),
  };
}

function describe(
  { operation, verb, path }: ReturnType<typeof operationsIn>[number],
  schemas: Json,
): SdkOperation {
  const operationId = String(operation['operationId']);
  const answer = answerOf(operation);
  const recognisesOrders = 'duplicate_order' in objectAt(operation, 'x-error-codes');
  const hasKey = parametersOf(operation, 'header').some(({ name }) => name === 'Idempotency-Key');
  return {
    ...sdkNameOf(operationId),
    operationId,
    summary: String(operation['summary']),
    verb: verb.toUpperCase(),
    path,
    body: bodyOf(operation, operationId),
    query: queryOf(operation),
    answer: Object.keys(answer).length > 0 ? typeOf(answer, operationId) : undefined,
    list: listOf(operation, answer, schemas),
    isRepeatable: verb !== 'post' || hasKey || recognisesOrders || REPEATABLE.has(operationId),
    recognisesOrders,
    isPublic: ((operation['security'] ?? []) as unknown[]).length === 0,
  };
}

function refuseCollisions(operations: readonly SdkOperation[]): void {
  const known = new Map<string, string>();
  for (const { group, method, operationId } of operations) {
    const place = `${group}.${method}`;
    const other = known.get(place);
    if (other !== undefined)
      throw new Error(`${other} and ${operationId} are both ${place}: name one in sdk-names.ts`);
    known.set(place, operationId);
  }
}

/** Every operation of the API document, in the order of the SDK's names. @throws where two have one name */
export function sdkOperations(document: Json): SdkOperation[] {
  const schemas = objectAt(document, 'components', 'schemas');
  const operations = operationsIn(document).map(({ path, verb, operation }) =>
    describe({ operation, verb, path }, schemas),
  );
  refuseCollisions(operations);
  const placeOf = ({ group, method }: SdkOperation): string => `${group}.${method}`;
  return operations.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
}

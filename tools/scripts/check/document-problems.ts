import { isComposed } from '../../../services/gateway/src/features/get-api-document/describe-fields.ts';
import { exampleOf } from '../../../services/gateway/src/features/get-api-document/schema-example.ts';
import {
  isObject,
  type Json,
} from '../../../services/gateway/src/features/get-api-document/json.ts';
import { type Examples } from './example-validator.ts';

const METHODS = ['get', 'post', 'put', 'delete'];

interface Place {
  readonly place: string;
}

interface Operation extends Place {
  readonly operation: Json;
}

const entriesOf = (value: unknown): [string, Json][] =>
  isObject(value)
    ? Object.entries(value).filter((entry): entry is [string, Json] => isObject(entry[1]))
    : [];

/** Every operation and every message of webhooks. */
const operationsOf = (document: Json): Operation[] =>
  [...entriesOf(document['paths']), ...entriesOf(document['webhooks'])].flatMap(([path, item]) =>
    entriesOf(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([, operation]) => {
        const { operationId: id } = operation;
        return { place: typeof id === 'string' ? id : path, operation };
      }),
  );

interface Field extends Place {
  readonly schema: Json;
}

/** Every field of a schema, with those within it. */
function* fieldsOf(schema: Json, place: string): Generator<Field> {
  for (const [name, field] of entriesOf(schema['properties'])) {
    const at = `${place}.${name}`;
    yield { place: at, schema: field };
    yield* fieldsOf(field, at);
  }
  for (const nested of [schema['items'], schema['additionalProperties']]) {
    if (isObject(nested)) yield* fieldsOf(nested, `${place}[]`);
  }
  for (const alternatives of [schema['anyOf'], schema['oneOf'], schema['allOf']]) {
    if (!Array.isArray(alternatives)) continue;
    for (const one of alternatives.filter(isObject)) yield* fieldsOf(one, place);
  }
}

const DESCRIBE =
  'has no description: .describe(…), or its name in services/gateway/assets/api-fields.json';
const EXEMPLIFY = 'has no example: .meta({ examples: [ … ] })';

function fieldProblems({ place, schema }: Field): string[] {
  const isDescribed = 'description' in schema || '$ref' in schema;
  const hasExample = 'examples' in schema || 'const' in schema || isComposed(schema);
  return [
    ...(isDescribed ? [] : [`${place} ${DESCRIBE}`]),
    ...(hasExample ? [] : [`${place} ${EXEMPLIFY}`]),
  ];
}

/** A record has an id: it is a noun, which has a name of its own. */
function namingProblems({ place, schema }: Field): string[] {
  const alternatives: readonly unknown[] = Array.isArray(schema['anyOf']) ? schema['anyOf'] : [];
  const isRecord = [schema, schema['items'], ...alternatives].some(
    (one) => isObject(one) && isObject(one['properties']) && 'id' in one['properties'],
  );
  return isRecord
    ? [`${place} is a record without a name: .meta({ id: 'Noun', description: … }) on its schema`]
    : [];
}

interface Media extends Place {
  readonly media: Json;
}

/** The JSON bodies of an operation: what is sent, and what succeeds. */
function bodiesOf({ place, operation }: Operation): Media[] {
  const { requestBody, responses } = operation;
  const successes = entriesOf(responses).filter(([status]) => !/^[45]/.test(status));
  const bodies: [string, Json][] = [
    ...(isObject(requestBody) ? [['request', requestBody] as [string, Json]] : []),
    ...successes.map(([status, response]): [string, Json] => [`response ${status}`, response]),
  ];
  return bodies.flatMap(([name, body]) =>
    entriesOf(body['content'])
      .filter(([type]) => type === 'application/json')
      .map(([, media]) => ({ place: `${place} ${name}`, media })),
  );
}

function parameterFields({ place, operation }: Operation): Field[] {
  const { parameters } = operation;
  if (!Array.isArray(parameters)) return [];
  return parameters.filter(isObject).map((parameter) => ({
    place: `${place} parameter ${String(parameter['name'])}`,
    schema: {
      ...(isObject(parameter['schema']) ? parameter['schema'] : {}),
      ...('description' in parameter ? { description: parameter['description'] } : {}),
    },
  }));
}

/** A list of error codes is no description. */
const isStated = (text: unknown): boolean =>
  typeof text === 'string' && !text.startsWith('Error codes:');

function operationProblems(operation: Operation, examples: Examples): string[] {
  const { place } = operation;
  const missing = ['summary', 'description'].filter((name) => !isStated(operation.operation[name]));
  const bodies = bodiesOf(operation);
  const inline = bodies.flatMap(({ place: at, media }) =>
    isObject(media['schema']) ? [...fieldsOf(media['schema'], at)] : [],
  );
  return [
    ...missing.map((name) => `${place} has no ${name}`),
    ...parameterFields(operation).flatMap(fieldProblems),
    ...inline.flatMap(fieldProblems),
    ...bodies.flatMap(({ place: at, media }) => [
      ...('example' in media ? [] : [`${at} has no example`]),
      ...examples.problems(media['schema'], media['example'], at),
    ]),
  ];
}

const isPart = (name: string): boolean => /(Request|Response|Data|Event)$/.test(name);

/** What readers of the document would miss, one sentence each. */
export function documentProblems(document: Json, examples: Examples): string[] {
  const components = isObject(document['components']) ? document['components'] : {};
  const schemas = isObject(components['schemas']) ? components['schemas'] : {};
  const named = entriesOf(schemas).flatMap(([name, schema]) => {
    const fields = [...fieldsOf(schema, name)];
    const example = exampleOf(schema, { notes: {}, schemas });
    return [
      ...('description' in schema || isPart(name) ? [] : [`${name} has no description`]),
      ...fields.flatMap(fieldProblems),
      ...fields.flatMap(namingProblems),
      ...examples.problems({ $ref: `#/components/schemas/${name}` }, example, name),
    ];
  });
  const operations = operationsOf(document);
  return [...named, ...operations.flatMap((operation) => operationProblems(operation, examples))];
}

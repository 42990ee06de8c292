import openapiTS, { astToString } from 'openapi-typescript';
import {
  isObject,
  type Json,
} from '../../../services/gateway/src/features/get-api-document/json.ts';
import {
  answerOf,
  nameOf,
  objectAt,
  operationsIn,
  parametersOf,
  queryName,
} from './sdk-operations.ts';

/** The schema of an operation's query; undefined where it has none. */
function querySchema(operation: Json): Json | undefined {
  const parameters = parametersOf(operation, 'query');
  if (parameters.length === 0) return undefined;
  const properties = parameters.map(({ name, schema, description }) => [
    name,
    { ...(schema as Json), description },
  ]);
  return {
    type: 'object',
    description: `The query of ${String(operation['operationId'])}`,
    properties: Object.fromEntries(properties) as Json,
    required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
  };
}

const REFERENCE = '#/components/schemas/';

/** The names of the schemas that a part of the document refers to. */
function referencesIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(referencesIn);
  if (!isObject(part)) return [];
  const named = typeof part['$ref'] === 'string' ? [part['$ref'].slice(REFERENCE.length)] : [];
  return [...named, ...Object.values(part).flatMap(referencesIn)];
}

/** A schema without its examples, which would double the size of the types. */
function withoutExamples(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutExamples);
  if (!isObject(part)) return part;
  const entries = Object.entries(part).filter(
    ([name, value]) => name !== 'examples' || !Array.isArray(value),
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutExamples(value)]));
}

/** What an operation needs beyond the named schemas: its query, and an answer without a name. */
function schemasOf(operation: Json): [string, Json][] {
  const operationId = String(operation['operationId']);
  const query = querySchema(operation);
  const answer = answerOf(operation);
  const isNameless = Object.keys(answer).length > 0 && nameOf(answer) === undefined;
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Response`;
  return [
    ...(query === undefined ? [] : ([[queryName(operationId), query]] as [string, Json][])),
    ...(isNameless && answer['type'] !== 'array' ? ([[name, answer]] as [string, Json][]) : []),
  ];
}

/** The schemas of all bodies, queries, answers and events, and those that they refer to. */
function usedSchemas(document: Json): Json {
  const all = objectAt(document, 'components', 'schemas');
  const operations = operationsIn(document).map(({ operation }) => operation);
  const used = new Map<string, Json>(operations.flatMap(schemasOf));
  const roots = operations.map((one) => [one['requestBody'], answerOf(one)]);
  const pending = [roots, [...used.values()], document['webhooks']].flatMap(referencesIn);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (used.has(name)) continue;
    const schema = objectAt(all, name);
    used.set(name, schema);
    pending.push(...referencesIn(schema));
  }
  const names = [...used.keys()].toSorted();
  return Object.fromEntries(names.map((name) => [name, withoutExamples(used.get(name))]));
}

/** The TypeScript of every schema that the operations and events of the document use. */
export async function schemaTypes(document: Json): Promise<string> {
  const { openapi, info } = document;
  const components = { schemas: usedSchemas(document) };
  const nodes = await openapiTS(
    { openapi, info, paths: {}, components } as unknown as Parameters<typeof openapiTS>[0],
    { defaultNonNullable: false },
  );
  return astToString(nodes);
}

import { isObject, type Json, mapValues } from './json.ts';
import { exampleOf, type ExampleSources } from './schema-example.ts';

/** Whether other schemas describe its value: those of its fields or of what it refers to. */
export const isComposed = (schema: Json): boolean =>
  '$ref' in schema ||
  'properties' in schema ||
  [schema['items'], schema['additionalProperties']].some(
    (one) => isObject(one) && isComposed(one),
  ) ||
  (Array.isArray(schema['anyOf']) &&
    schema['anyOf'].some((one) => isObject(one) && isComposed(one)));

const WORDS = /[A-Z][a-z]*/g;

/**
 * What a named schema is of, in words: `PayoutAccount` and `CreatePayoutAccountRequest` are of a payout account,
 * `PayoutBatchCompletedData` of a payout batch.
 */
export function nounOf(schemaName: string): string {
  const words = [...schemaName.matchAll(WORDS)].map(([word]) => word.toLowerCase());
  const last = words.at(-1) ?? '';
  if (last === 'response') return 'record';
  const [start, end] = { request: [1, -1], data: [0, -2], event: [0, -2] }[last] ?? [0];
  return words.slice(start, end).join(' ') || 'record';
}

/** A field's schema with a description and, where it is no composed one, an example. */
function describedField(name: string, schema: Json, sources: ExampleSources, noun: string): Json {
  const nested = describeSchema(schema, sources, noun);
  const note = Object.hasOwn(sources.notes, name) ? sources.notes[name] : undefined;
  const described = 'description' in schema || '$ref' in schema ? undefined : note?.description;
  const example =
    isComposed(schema) || 'examples' in schema ? undefined : exampleOf(schema, sources, name);
  return {
    ...nested,
    ...(described === undefined ? {} : { description: described.replace('{noun}', noun) }),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

/**
 * The schema with a description and an example of every field in it.
 * @param noun for `{noun}` in the descriptions: what the schema is of
 */
export function describeSchema(schema: unknown, sources: ExampleSources, noun = 'record'): Json {
  const within = (nested: unknown): unknown =>
    isObject(nested) ? describeSchema(nested, sources, noun) : nested;
  return mapValues(schema, (value, key) => {
    if (key === 'properties') {
      return mapValues(value, (field, name) =>
        isObject(field) ? describedField(name, field, sources, noun) : field,
      );
    }
    if (key === 'items' || key === 'additionalProperties') return within(value);
    return /^(any|one|all)Of$/.test(key) && Array.isArray(value) ? value.map(within) : value;
  });
}

/** A parameter with its description, which stands beside the schema, and the example. */
export function describeParameter(parameter: unknown, sources: ExampleSources): unknown {
  if (!isObject(parameter) || !isObject(parameter['schema'])) return parameter;
  const name = String(parameter['name']);
  const { description, ...schema } = describedField(name, parameter['schema'], sources, 'record');
  return { ...(description === undefined ? {} : { description }), ...parameter, schema };
}

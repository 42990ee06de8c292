import { isObject, type Json, mapValues } from './json.ts';

/** What a field of this name means wherever no schema states more, and values that it may have. */
export interface FieldNote {
  /** Left out where every schema describes the field itself. `{noun}` is what the schema is of. */
  readonly description?: string;
  readonly examples?: readonly unknown[];
}
export type FieldNotes = Readonly<Record<string, FieldNote>>;

/** What examples are made from. */
export interface ExampleSources {
  readonly notes: FieldNotes;
  /** The named schemas of the document. */
  readonly schemas: Json;
}

const byFormat: Readonly<Record<string, string>> = {
  uuid: '01975b3c-7c00-7000-8000-00000000f101',
  'date-time': '2026-05-01T12:00:00.000Z',
  date: '2026-05-01',
  email: 'ada@example.com',
  uri: 'https://shop.example.com/',
};

const fitsPattern = ({ pattern }: Json, value: string): boolean =>
  typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value);

const fitsText = (schema: Json, value: string): boolean =>
  fitsPattern(schema, value) &&
  value.length >= Number(schema['minLength'] ?? 0) &&
  value.length <= Number(schema['maxLength'] ?? Infinity) &&
  (schema['format'] === undefined || schema['format'] === 'uri');

const fitsNumber = (schema: Json, value: number): boolean =>
  (typesOf(schema).includes('number') || Number.isInteger(value)) &&
  value >= Number(schema['minimum'] ?? -Infinity) &&
  value <= Number(schema['maximum'] ?? Infinity);

const typesOf = ({ type }: Json): readonly unknown[] => (Array.isArray(type) ? type : [type]);

const fitsItems = (items: unknown, values: readonly unknown[]): boolean =>
  !isObject(items) || values.every((value) => fits(items, value));

/** Whether a value has one of the schema's types, by the kind of value. */
const fitsByKind: Readonly<Record<string, (schema: Json, value: never) => boolean>> = {
  string: (schema, value: string) => typesOf(schema).includes('string') && fitsText(schema, value),
  number: (schema, value: number) =>
    typesOf(schema).some((type) => type === 'number' || type === 'integer') &&
    fitsNumber(schema, value),
  boolean: (schema) => typesOf(schema).includes('boolean'),
  array: (schema, value: readonly unknown[]) =>
    typesOf(schema).includes('array') && fitsItems(schema['items'], value),
  object: (schema) => typesOf(schema).includes('object') && !isObject(schema['properties']),
};

/** Whether a value of the notes is one that the schema allows. */
function fits(schema: Json, value: unknown): boolean {
  const { enum: values } = schema;
  if (Array.isArray(values)) return values.includes(value);
  const kind = Array.isArray(value) ? 'array' : typeof value;
  return fitsByKind[kind]?.(schema, value as never) === true;
}

const isNull = (schema: unknown): boolean => isObject(schema) && schema['type'] === 'null';

/** The example that the schema itself states. */
function statedExample(schema: Json): unknown {
  if (Array.isArray(schema['examples'])) return schema['examples'][0];
  return schema['const'];
}

function numberExample({ type, minimum, maximum }: Json): number {
  const usual = type === 'integer' ? 3 : 12.5;
  return Math.min(Math.max(usual, Number(minimum ?? -Infinity)), Number(maximum ?? Infinity));
}

function scalarExample(schema: Json): unknown {
  const { enum: values, format } = schema;
  if (Array.isArray(values)) return values[0];
  const types = typesOf(schema);
  if (types.includes('boolean')) return true;
  if (types.includes('integer') || types.includes('number')) {
    return numberExample(types.includes('integer') ? { ...schema, type: 'integer' } : schema);
  }
  return types.includes('string') ? byFormat[String(format)] : undefined;
}

/**
 * A value that the schema allows: what the schema states, otherwise what the notes state of the field's name, otherwise
 * what its type and format suggest. Undefined where nothing of that applies, e.g. to text without a format.
 */
export function exampleOf(schema: Json, sources: ExampleSources, name = '', depth = 0): unknown {
  const stated = statedExample(schema);
  if (stated !== undefined) return stated;
  if (typeof schema['$ref'] === 'string') {
    const target = sources.schemas[schema['$ref'].split('/').at(-1) ?? ''];
    return isObject(target) && depth < MAX_DEPTH
      ? exampleOf(target, sources, name, depth + 1)
      : undefined;
  }
  const noted = notesOf(sources.notes, name).find((value) => fits(schema, value));
  if (noted !== undefined) return noted;
  return nestedExample(schema, sources, name, depth) ?? scalarExample(schema);
}

/** Schemas that contain themselves end here. */
const MAX_DEPTH = 8;

const notesOf = (notes: FieldNotes, name: string): readonly unknown[] =>
  Object.hasOwn(notes, name) ? (notes[name]?.examples ?? []) : [];

function nestedExample(
  schema: Json,
  sources: ExampleSources,
  name: string,
  depth: number,
): unknown {
  const { properties, items, anyOf = schema['oneOf'] } = schema;
  if (Array.isArray(anyOf)) {
    const first: unknown = anyOf.find((one) => !isNull(one));
    return isObject(first) ? exampleOf(first, sources, name, depth) : null;
  }
  if (isObject(properties)) {
    return mapValues(properties, (field, key) =>
      isObject(field) ? exampleOf(field, sources, key, depth + 1) : undefined,
    );
  }
  if (isObject(items)) {
    const item = exampleOf(items, sources, name, depth + 1);
    return item === undefined ? [] : [item];
  }
  return schema['type'] === 'object' ? recordExample(schema, sources, depth) : undefined;
}

/** An object whose keys are those of an enumeration, if of any. */
function recordExample(schema: Json, sources: ExampleSources, depth: number): Json {
  const { propertyNames, additionalProperties: value } = schema;
  const keys = isObject(propertyNames) ? propertyNames['enum'] : undefined;
  if (!Array.isArray(keys) || !isObject(value)) return {};
  return Object.fromEntries(
    keys.map((key: unknown) => [String(key), exampleOf(value, sources, '', depth + 1)]),
  );
}

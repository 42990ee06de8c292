import { z } from 'zod';

export type Json = Readonly<Record<string, unknown>>;

/** Data of an event; where it has one value of an enumeration, that value and all that are possible. */
export interface Variant {
  readonly data: unknown;
  readonly choice?: { readonly value: unknown; readonly all: readonly unknown[] };
}

const UUID = '01975b3c-7c00-7000-8000-00000000f001';
const TIME = '2026-05-01T12:00:00.000Z';
const textOfFormat: Readonly<Record<string, string>> = { uuid: UUID, 'date-time': TIME };

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schemas of which a value has one: those that are listed, or one of each type. */
function alternativesOf(schema: Json): readonly Json[] {
  const { type, enum: values } = schema;
  if (!Array.isArray(type)) return (schema['anyOf'] ?? schema['oneOf'] ?? [schema]) as Json[];
  const choices = Array.isArray(values)
    ? { enum: values.filter((value: unknown) => value !== null) }
    : {};
  return type.map((one: unknown) =>
    one === 'null' ? { type: 'null' } : { ...schema, ...choices, type: one },
  );
}

const propertiesOf = (schema: Json): [string, Json][] =>
  Object.entries((schema['properties'] ?? {}) as Record<string, Json>);

const isNull = (schema: Json): boolean => schema['type'] === 'null';

/** A valid value of each type. */
const valueByType: Readonly<Record<string, (schema: Json) => unknown>> = {
  object: (schema) =>
    Object.fromEntries(propertiesOf(schema).map(([name, one]) => [name, valueOf(one)])),
  array: ({ items }) => (isObject(items) ? [valueOf(items)] : []),
  integer: ({ minimum }) => minimum ?? 1,
  number: ({ minimum }) => minimum ?? 1,
  boolean: () => true,
  // Three letters also make a currency.
  string: ({ format }) => textOfFormat[String(format)] ?? 'EUR',
};

/** A valid value where the sample has none. */
function valueOf(schema: Json): unknown {
  const [first = schema] = alternativesOf(schema).filter((one) => !isNull(one));
  if ('const' in first) return first['const'];
  if (Array.isArray(first['enum'])) return first['enum'][0];
  return valueByType[String(first['type'])]?.(first) ?? 'EUR';
}

/** The values that a field may have besides that of the sample. */
function* fieldVariants(schema: Json, sample: unknown): Generator<Variant> {
  const alternatives = alternativesOf(schema);
  if (alternatives.some(isNull) && sample !== null) yield { data: null };
  if (sample === undefined || sample === null) {
    yield* variantsOf(schema, valueOf(schema));
    return;
  }
  for (const one of alternatives) {
    const all = one['enum'];
    if (Array.isArray(all)) {
      for (const value of all) yield { data: value, choice: { value, all } };
    } else if (one['type'] === 'number' && typeof sample === 'number') {
      yield { data: sample + 0.5 };
    } else {
      yield* nestedVariants(one, sample);
    }
  }
}

function* nestedVariants(schema: Json, sample: unknown): Generator<Variant> {
  const { items } = schema;
  if (Array.isArray(sample) && isObject(items)) {
    yield { data: [] };
    for (const variant of variantsOf(items, sample[0] ?? valueOf(items))) {
      yield { ...variant, data: [variant.data, ...(sample.slice(1) as unknown[])] };
    }
  } else if (isObject(sample)) {
    yield* variantsOf(schema, sample);
  }
}

/** Each variant differs from the sample in one field. */
function* variantsOf(schema: Json, sample: unknown): Generator<Variant> {
  yield { data: sample };
  if (!isObject(sample)) {
    yield* fieldVariants(schema, sample);
    return;
  }
  const required = (schema['required'] ?? []) as string[];
  for (const [name, field] of propertiesOf(schema)) {
    const { [name]: value, ...rest } = sample;
    if (!required.includes(name)) yield { data: rest };
    for (const variant of fieldVariants(field, value)) {
      yield { ...variant, data: { ...sample, [name]: variant.data } };
    }
  }
}

/** The sample, and data that differ from it in one field: every value of an enumeration, null, a field left out. */
export function dataVariants(schema: z.ZodType, sample: unknown): readonly Variant[] {
  const json = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  return [...variantsOf(json, sample)];
}

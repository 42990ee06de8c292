import { isObject, type Json, type Variant } from './data-variants.ts';

/** A value that was seen, with the enumeration that it was chosen from. */
interface Observed {
  readonly value: unknown;
  readonly choice: Variant['choice'] | undefined;
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const AMOUNT = /^-?\d+(\.\d+)?$/;

const isTextOf =
  (pattern: RegExp) =>
  ({ value }: Observed): boolean =>
    typeof value === 'string' && pattern.test(value);

function textSchema(observed: readonly Observed[]): Json {
  if (observed.every(isTextOf(UUID))) return { type: 'string', format: 'uuid' };
  if (observed.every(isTextOf(INSTANT))) return { type: 'string', format: 'date-time' };
  if (observed.every(isTextOf(AMOUNT))) return { type: 'string', pattern: AMOUNT.source };
  return { type: 'string' };
}

/** The enumeration of a field that shows whichever of its values was chosen. */
function enumerationOf(observed: readonly Observed[]): readonly unknown[] | undefined {
  const chosen = observed.filter(
    ({ value, choice }) => choice !== undefined && choice.value === value,
  );
  const all = chosen[0]?.choice?.all ?? [];
  const shown = new Set(
    chosen.filter(({ choice }) => choice?.all === all).map(({ value }) => value),
  );
  const known = new Set(all);
  const isWhole = shown.size > 1 && observed.every(({ value }) => known.has(value));
  return isWhole ? [...shown] : undefined;
}

function scalarSchema(observed: readonly Observed[]): Json {
  const values = observed.map(({ value }) => value);
  const enumeration = enumerationOf(observed);
  if (enumeration !== undefined) return { type: 'string', enum: enumeration };
  if (values.every((value) => typeof value === 'boolean')) return { type: 'boolean' };
  if (values.every((value) => typeof value === 'number')) {
    return { type: values.every((value) => Number.isInteger(value)) ? 'integer' : 'number' };
  }
  return textSchema(observed);
}

function objectSchema(observed: readonly Observed[]): Json {
  const objects = observed.filter(({ value }) => isObject(value));
  const names = [...new Set(objects.flatMap(({ value }) => Object.keys(value as Json)))];
  const fieldsOf = (name: string): Observed[] =>
    objects
      .filter(({ value }) => (value as Json)[name] !== undefined)
      .map(({ value, ...rest }) => ({ ...rest, value: (value as Json)[name] }));
  return {
    type: 'object',
    required: names.filter((name) => fieldsOf(name).length === objects.length),
    properties: Object.fromEntries(names.map((name) => [name, observedSchema(fieldsOf(name))])),
  };
}

/** The JSON schema that all observed values have, as narrow as they show. The first one is its example. */
export function observedSchema(observed: readonly Observed[]): Json {
  const present = observed.filter(({ value }) => value !== null);
  const [first] = present;
  if (first === undefined) return { type: 'null' };
  if (isObject(first.value)) return nullable(objectSchema(present), observed);
  if (Array.isArray(first.value)) {
    const items = present.flatMap(({ value, ...rest }) =>
      (value as unknown[]).map((item) => ({ ...rest, value: item })),
    );
    const schema = { type: 'array', items: items.length === 0 ? {} : observedSchema(items) };
    return nullable(schema, observed);
  }
  return { ...nullable(scalarSchema(present), observed), examples: [observed[0]?.value] };
}

function nullable(schema: Json, observed: readonly Observed[]): Json {
  if (observed.every(({ value }) => value !== null)) return schema;
  const { enum: values, type, ...rest } = schema;
  return {
    ...rest,
    type: [type, 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
}

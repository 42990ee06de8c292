import { z } from 'zod';

export type Json = Record<string, unknown>;
export type Direction = 'input' | 'output';

const PREFIX = '#/components/schemas/';
/** Ends references in what callers send, until it is known whether that differs from what they get. */
const INPUT = '?input';

/** A reference to a schema of the document. */
export const schemaRef = (name: string): Json => ({ $ref: PREFIX + name });

/** A copy of the JSON, with every reference replaced. */
function withRefs(json: unknown, replace: (ref: string) => string): unknown {
  if (Array.isArray(json)) return json.map((item) => withRefs(item, replace));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? replace(value) : withRefs(value, replace),
    ]),
  );
}

const textOf = (schema: Json | undefined): string =>
  JSON.stringify(schema ?? null).replaceAll(INPUT, '');

const inputRefsOf = (schema: Json): string[] =>
  [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)\?input"/g)].map(
    ([, name = '']) => name,
  );

/** The schemas that callers send in another shape than they get, e.g. with fields that have defaults. */
function differingInputs(
  inputs: ReadonlyMap<string, Json>,
  outputs: ReadonlyMap<string, Json>,
): ReadonlySet<string> {
  const isOther = (name: string): boolean =>
    outputs.has(name) && textOf(inputs.get(name)) !== textOf(outputs.get(name));
  const differing = new Set([...inputs.keys()].filter(isOther));
  for (let size = -1; size < differing.size;) {
    size = differing.size;
    for (const [name, schema] of inputs) {
      const usesOther = inputRefsOf(schema).some((used) => differing.has(used));
      if (usesOther && outputs.has(name)) differing.add(name);
    }
  }
  return differing;
}

function store(schemas: Map<string, Json>, name: string, schema: Json): void {
  const known = schemas.get(name);
  if (known !== undefined && textOf(known) !== textOf(schema)) {
    throw new Error(`Two schemas of the API document have the name ${name}`);
  }
  schemas.set(name, schema);
}

/**
 * The JSON schemas of a document. Each zod schema with an `id` (`.meta({ id: 'Link' })`) becomes a named one, which the
 * others refer to.
 */
export interface ComponentSchemas {
  /**
   * @param name of the schema where it has no `id` and is an object or a choice of objects
   * @throws where another schema has the same name
   */
  of(schema: z.ZodType, direction: Direction, name?: string): Json;
  /** Part of a document with the final names of the schemas that it refers to. */
  resolve(part: Json): Json;
  /** All named schemas. */
  named(): Json;
}

/** Formats whose patterns state nothing more; those of input state what our parsers accept of a format. */
const CLEAR_FORMATS = { input: ['uuid', 'date'], output: ['uuid', 'date', 'date-time', 'email'] };

/** Of any time that RFC 3339 allows, which the format states as well. */
const ANY_OFFSET = '[+-]';

/** Leaves out what zod states and readers need not know: patterns of formats, and the largest whole numbers. */
function simplify(json: z.core.JSONSchema.BaseSchema, direction: Direction): void {
  const isAnyTime = json.format === 'date-time' && json.pattern?.includes(ANY_OFFSET) === true;
  if (isAnyTime || CLEAR_FORMATS[direction].includes(json.format ?? '')) delete json.pattern;
  const { example, ...rest } = json;
  if (example !== undefined) {
    delete json['example'];
    Object.assign(json, { examples: [example], ...rest });
  }
  if (JSON.stringify(json.propertyNames) === '{"type":"string"}') delete json.propertyNames;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
}

/**
 * Adds examples and defaults, which zod leaves out of input that is transformed: ours have the form that callers send,
 * and a default is left out where it has another type.
 */
function restoreWireFacts(schema: z.core.$ZodType, json: z.core.JSONSchema.BaseSchema): void {
  const examples = z.globalRegistry.get(schema)?.['examples'];
  if (json.examples === undefined && Array.isArray(examples)) Object.assign(json, { examples });
  const def: { readonly type: string; readonly defaultValue?: unknown } = schema._zod.def;
  if (def.type !== 'default' || json.default !== undefined) return;
  const type = json.type === 'integer' ? 'number' : json.type;
  if (typeof def.defaultValue !== type || type === 'object') return;
  Object.assign(json, { default: def.defaultValue });
}

export function openComponentSchemas(): ComponentSchemas {
  const stored = { input: new Map<string, Json>(), output: new Map<string, Json>() };

  const convert = (schema: z.ZodType, direction: Direction): Json => {
    // In a field, because the outermost schema would not become a named one.
    const whole = z.toJSONSchema(z.object({ root: schema }), {
      target: 'draft-2020-12',
      io: direction,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        simplify(jsonSchema, direction);
        if (direction === 'input') restoreWireFacts(zodSchema, jsonSchema);
      },
    }) as unknown as { properties: { root: Json }; $defs?: Record<string, Json> };
    const suffix = direction === 'input' ? INPUT : '';
    const toComponents = (json: Json): Json =>
      withRefs(json, (ref) => ref.replace('#/$defs/', PREFIX) + suffix) as Json;
    for (const [name, { id: _name, ...definition }] of Object.entries(whole.$defs ?? {})) {
      store(stored[direction], name, toComponents(definition));
    }
    return toComponents(whole.properties.root);
  };

  const resolve = (part: Json): Json => {
    const differing = differingInputs(stored.input, stored.output);
    return withRefs(part, (ref) => {
      if (!ref.endsWith(INPUT)) return ref;
      const plain = ref.slice(0, -INPUT.length);
      return differing.has(plain.slice(PREFIX.length)) ? `${plain}Input` : plain;
    }) as Json;
  };

  return {
    of: (schema, direction, name) => {
      const converted = convert(schema, direction);
      if (name === undefined || !('properties' in converted || 'anyOf' in converted)) {
        return converted;
      }
      store(stored[direction], name, converted);
      return { $ref: PREFIX + name + (direction === 'input' ? INPUT : '') };
    },
    resolve,
    named: () => {
      const differing = differingInputs(stored.input, stored.output);
      const inputs = [...stored.input].map(([name, schema]): [string, Json] => [
        differing.has(name) ? `${name}Input` : name,
        schema,
      ]);
      return resolve(Object.fromEntries([...inputs, ...stored.output]));
    },
  };
}

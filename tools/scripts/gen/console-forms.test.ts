import { zodCode } from './console-forms.ts';

const schemas = { Name: { type: 'string', minLength: 1, maxLength: 80 } };

it.each([
  [{ $ref: '#/components/schemas/Name' }, 'z.string().check(z.minLength(1), z.maxLength(80))'],
  [{ type: ['string', 'null'], format: 'email' }, 'z.nullable(z.email())'],
  [{ type: 'number', exclusiveMinimum: 0 }, 'z.number().check(z.gt(0))'],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'z.nullable(z.int())'],
  [
    { type: 'object', properties: { a: { enum: ['x'] }, b: { type: 'boolean' } }, required: ['a'] },
    'z.object({ "a": z.enum(["x"]), "b": z.optional(z.boolean()) })',
  ],
])('makes %j the schema %s', (schema, code) => {
  expect(zodCode(schema, schemas)).toBe(code);
});

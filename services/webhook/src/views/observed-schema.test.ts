import { z } from 'zod';
import { dataVariants } from './data-variants.ts';
import { observedSchema } from './observed-schema.ts';

const data = z.object({
  orderId: z.string(),
  status: z.enum(['open', 'closed']),
  note: z.string().nullable(),
  score: z.number(),
  count: z.int(),
  at: z.iso.datetime().optional(),
  items: z.array(z.object({ sku: z.string(), size: z.number().nullable() })),
});
const sample: z.output<typeof data> = {
  orderId: '01975b3c-7c00-7000-8000-00000000f101',
  status: 'open',
  note: null,
  score: 1,
  count: 2,
  items: [{ sku: 'A', size: 1 }],
};

it('finds what may be null or absent, the values of enumerations, and fractions', () => {
  const observed = dataVariants(data, sample).map(({ data: value, choice }) => ({ value, choice }));
  expect(observedSchema(observed)).toEqual({
    type: 'object',
    required: ['orderId', 'status', 'note', 'score', 'count', 'items'],
    properties: {
      orderId: { type: 'string', format: 'uuid', examples: [sample.orderId] },
      status: { type: 'string', enum: ['open', 'closed'], examples: ['open'] },
      note: { type: ['string', 'null'], examples: [null] },
      score: { type: 'number', examples: [1] },
      count: { type: 'integer', examples: [2] },
      items: {
        type: 'array',
        items: {
          type: 'object',
          required: ['sku', 'size'],
          properties: {
            sku: { type: 'string', examples: ['A'] },
            size: { type: ['number', 'null'], examples: [1] },
          },
        },
      },
      at: { type: 'string', format: 'date-time', examples: ['2026-05-01T12:00:00.000Z'] },
    },
  });
});

it('varies one field at a time, by values that the schema allows', () => {
  for (const { data: variant } of dataVariants(data, sample)) {
    expect(data.safeParse(variant).success).toBe(true);
  }
});

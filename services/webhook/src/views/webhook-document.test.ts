import { eventNames, samplePayload } from '../domain/event-catalog.ts';
import { webhooksDocument } from './webhook-document.ts';

const { webhooks, schemas } = webhooksDocument();

it('describes the message of every public event, with its sample', () => {
  expect(Object.keys(webhooks)).toEqual(eventNames);
  expect(webhooks).toMatchObject({
    'conversion.tracked': {
      post: {
        summary: 'An order or lead was recorded.',
        requestBody: {
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/ConversionTrackedEvent' },
              example: { event: 'conversion.tracked', data: samplePayload('conversion.tracked') },
            },
          },
        },
      },
    },
  });
});

it('describes the data of each event by a schema of its own', () => {
  expect(schemas['ConversionTrackedEvent']).toMatchObject({
    properties: {
      event: { const: 'conversion.tracked' },
      data: { $ref: '#/components/schemas/ConversionTrackedData' },
    },
  });
  expect(Object.keys(schemas)).toHaveLength(2 * eventNames.length);
  for (const name of Object.keys(schemas)) {
    expect(schemas[name]).toMatchObject({ type: 'object', description: expect.any(String) });
  }
});

it('states which values may be null or absent, and all values of an enumeration', () => {
  expect(schemas['ConversionTrackedData']).toMatchObject({
    properties: {
      affiliate_id: { type: ['string', 'null'], format: 'uuid' },
      amount: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' },
    },
  });
  expect(schemas['ConversionApprovedData']).toMatchObject({
    properties: {
      status: { enum: ['pending', 'approved', 'rejected', 'reversed'] },
      notes: { type: ['string', 'null'] },
    },
  });
  expect(schemas['ConversionReplacedData']).toMatchObject({
    required: ['conversion_id', 'affiliate_id', 'order_id', 'is_credited'],
  });
});

import { eventNames, samplePayload } from '../domain/event-catalog.ts';
import { webhooksDocument } from './webhook-document.ts';

it('the API document describes the message of every public event, with its sample', () => {
  const document = webhooksDocument();
  expect(Object.keys(document)).toEqual(eventNames);
  expect(document['conversion.tracked']).toMatchObject({
    post: {
      summary: 'An order or lead was recorded.',
      requestBody: {
        content: {
          'application/json': {
            schema: { properties: { event: { const: 'conversion.tracked' } } },
            example: {
              event: 'conversion.tracked',
              data: samplePayload('conversion.tracked'),
            },
          },
        },
      },
    },
  });
});

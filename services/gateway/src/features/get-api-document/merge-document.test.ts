import { routedServices } from '../../domain/routed-service.ts';
import { mergeDocument, type ServiceParts } from './merge-document.ts';

type Json = Record<string, unknown>;

const error = { description: 'No', content: { 'application/json': { schema: { type: 'null' } } } };
const success = { description: 'Success', content: {} };

const none = Object.fromEntries(routedServices.map((service) => [service, undefined]));
const parts = (given: Partial<Record<string, Json>>): ServiceParts =>
  ({ ...none, ...given }) as unknown as ServiceParts;

const campaign = {
  paths: {
    '/api/brand/campaigns/{campaign_id}': {
      get: { summary: 'One', responses: { '200': success, '404': error } },
    },
  },
};
const tracking = {
  paths: {
    '/api/track/conversion': {
      post: {
        summary: 'Track',
        'x-error-codes': { duplicate_order: 'Seen before' },
        responses: { '201': success, '409': error },
      },
    },
  },
};

const at = (document: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Json | undefined)?.[name], document);

describe('mergeDocument', () => {
  const document = mergeDocument(parts({ campaign, tracking }), 'https://api.example.com');

  it('is one document of all paths, with names for generated clients', () => {
    expect(document).toMatchObject({
      openapi: '3.1.1',
      servers: [{ url: 'https://api.example.com' }],
    });
    const get = at(document, 'paths', '/api/brand/campaigns/{campaign_id}', 'get');
    expect(get).toMatchObject({ operationId: 'getBrandCampaignsCampaignId', summary: 'One' });
    expect(at(document, 'paths', '/health/ready', 'get')).toBeDefined();
  });

  it('names who could not be asked', () => {
    const missing = routedServices.filter((name) => name !== 'campaign' && name !== 'tracking');
    expect(document['x-unavailable']).toEqual(missing);
    const all = Object.fromEntries(routedServices.map((name) => [name, { paths: {} }]));
    expect(mergeDocument(parts(all), 'https://x')).not.toHaveProperty('x-unavailable');
  });

  it('gives errors the shape of their area, by reference, and leaves successes alone', () => {
    const conversion = at(document, 'paths', '/api/track/conversion', 'post', 'responses');
    expect(at(conversion, '409', 'content', 'application/json', 'schema')).toEqual({
      $ref: '#/components/schemas/ConversionError',
    });
    expect(at(conversion, '201')).toEqual(success);
    const other = at(document, 'paths', '/api/brand/campaigns/{campaign_id}', 'get', 'responses');
    expect(at(other, '404', 'content', 'application/json', 'schema')).toEqual({
      $ref: '#/components/schemas/Error',
    });
  });

  it('lists every code once, those of single operations included', () => {
    const codes = at(document, 'components', 'schemas', 'ErrorCode', 'enum') as string[];
    expect(codes).toContain('duplicate_order');
    expect(codes).toContain('rate_limit_exceeded');
    expect(codes).toEqual([...new Set(codes)].toSorted());
  });

  it('survives a service that answers nonsense', () => {
    const nonsense = mergeDocument(parts({ payout: { paths: [] }, webhook: {} }), 'https://x');
    expect(nonsense['x-unavailable']).toEqual([...routedServices]);
  });
});

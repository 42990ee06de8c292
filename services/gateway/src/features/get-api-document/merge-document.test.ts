import { routedServices } from '../../domain/routed-service.ts';
import { type ServiceDocuments } from '../../clients/api-documents.ts';
import { type Endpoint } from '../../workflows/endpoint.ts';
import { mergeDocument } from './merge-document.ts';

type Json = Record<string, unknown>;

const error = { description: 'No', content: { 'application/json': { schema: { type: 'null' } } } };
const success = { description: 'Success', content: {} };

const none = Object.fromEntries(routedServices.map((service) => [service, undefined]));
const documents = (given: Partial<Record<string, Json>>): ServiceDocuments =>
  ({ ...none, ...given }) as unknown as ServiceDocuments;
const readiness: Endpoint = {
  operationId: 'getReadiness',
  path: '/health/ready',
  document: { summary: 'Ready' },
  handle: () => undefined,
};
const merge = (given: Partial<Record<string, Json>>) =>
  mergeDocument(documents(given), [readiness], 'https://api.example.com');

const campaign = {
  paths: {
    '/api/brand/campaigns/{campaign_id}': {
      get: {
        operationId: 'getCampaign',
        summary: 'One',
        responses: { '200': success, '404': error },
      },
    },
  },
};
const tracking = {
  paths: {
    '/api/track/conversion': {
      post: {
        operationId: 'trackConversion',
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
  const document = merge({ campaign, tracking });

  it('contains all paths, each operation with its operationId', () => {
    expect(document).toMatchObject({
      openapi: '3.1.1',
      servers: [{ url: 'https://api.example.com' }],
    });
    const get = at(document, 'paths', '/api/brand/campaigns/{campaign_id}', 'get');
    expect(get).toMatchObject({ operationId: 'getCampaign', summary: 'One' });
    expect(at(document, 'paths', '/health/ready', 'get')).toEqual({
      operationId: 'getReadiness',
      summary: 'Ready',
    });
  });

  it('contains the webhooks that a service sends, and no empty list of them', () => {
    const webhooks = { 'link.clicked': { post: { summary: 'A visitor followed a link' } } };
    expect(merge({ campaign, webhook: { paths: {}, webhooks } })).toMatchObject({ webhooks });
    expect(document).not.toHaveProperty('webhooks');
  });

  it('names the services that did not respond', () => {
    const missing = routedServices.filter((name) => name !== 'campaign' && name !== 'tracking');
    expect(document['x-unavailable']).toEqual(missing);
    const all = Object.fromEntries(routedServices.map((name) => [name, { paths: {} }]));
    expect(merge(all)).not.toHaveProperty('x-unavailable');
  });

  it('refers to the error shape of each path’s area, and leaves other responses unchanged', () => {
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

  it('lists each error code once, including those of single operations', () => {
    const codes = at(document, 'components', 'schemas', 'ErrorCode', 'enum') as string[];
    expect(codes).toContain('duplicate_order');
    expect(codes).toContain('rate_limit_exceeded');
    expect(codes).toEqual([...new Set(codes)].toSorted());
  });

  it('treats an invalid document as missing', () => {
    const nonsense = merge({ payout: { paths: [] }, webhook: {} });
    expect(nonsense['x-unavailable']).toEqual([...routedServices]);
  });

  it('refuses two operations with one operationId, because generated clients could call only one', () => {
    const operation = (operationId: string) => ({ paths: { '/api/x': { get: { operationId } } } });
    expect(() => merge({ campaign, payout: operation('getCampaign') })).toThrow(
      'GET /api/brand/campaigns/{campaign_id} and GET /api/x have the same operationId getCampaign',
    );
    expect(() => merge({ payout: operation('getReadiness') })).toThrow('getReadiness');
    expect(() => merge({ campaign, payout: operation('getPayout') })).not.toThrow();
  });
});

import { apiServices } from '../../domain/routed-service.ts';
import { type ServiceDocuments } from '../../clients/api-documents.ts';
import { type Endpoint } from '../../workflows/endpoint.ts';
import { type DocumentAssets } from './document-assets.ts';
import { mergeDocument } from './merge-document.ts';

type Json = Record<string, unknown>;

const error = { description: 'No', content: { 'application/json': { schema: { type: 'null' } } } };
const success = { description: 'Success', content: {} };

const none = Object.fromEntries(apiServices.map((service) => [service, undefined]));
const documents = (given: Partial<Record<string, Json>>): ServiceDocuments =>
  ({ ...none, ...given }) as unknown as ServiceDocuments;
const readiness: Endpoint = {
  operationId: 'getReadiness',
  path: '/health/ready',
  document: { summary: 'Ready', responses: {} },
  handle: () => undefined,
};
const noAssets: DocumentAssets = { notes: {}, calls: {} };
const merge = (given: Partial<Record<string, Json>>, assets = noAssets) =>
  mergeDocument(documents(given), [readiness], 'https://api.example.com', assets);

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
      responses: {},
    });
  });

  it('contains the webhooks that a service sends, and no empty list of them', () => {
    const webhooks = { 'link.clicked': { post: { summary: 'A visitor followed a link' } } };
    expect(merge({ campaign, webhook: { paths: {}, webhooks } })).toMatchObject({ webhooks });
    expect(document).not.toHaveProperty('webhooks');
  });

  it('names the services that did not respond', () => {
    const missing = apiServices.filter((name) => name !== 'campaign' && name !== 'tracking');
    expect(document['x-unavailable']).toEqual(missing);
    const all = Object.fromEntries(apiServices.map((name) => [name, { paths: {} }]));
    expect(merge(all)).not.toHaveProperty('x-unavailable');
  });

  it('contains the named schemas of all services, and the error shapes, in the order of their names', () => {
    const of = (...names: string[]): Json => ({
      paths: {},
      components: { schemas: Object.fromEntries(names.map((name) => [name, { type: 'object' }])) },
    });
    const merged = merge({ campaign: of('Link', 'Campaign'), payout: of('Payout') });
    expect(Object.keys(at(merged, 'components', 'schemas') as Json)).toEqual([
      'Campaign',
      'ConversionError',
      'Error',
      'ErrorCode',
      'Link',
      'NotificationError',
      'Payout',
    ]);
  });

  it('refers to enumerations that several schemas share by a name', () => {
    const plan = {
      type: 'string',
      enum: ['free', 'pro', 'enterprise'],
      description: 'Of the owner',
    };
    const user = { type: 'object', properties: { plan } };
    const merged = merge({ identity: { paths: {}, components: { schemas: { User: user } } } });
    expect(at(merged, 'components', 'schemas')).toMatchObject({
      User: {
        properties: { plan: { $ref: '#/components/schemas/Plan', description: 'Of the owner' } },
      },
      Plan: { type: 'string', enum: plan.enum },
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
    expect(nonsense['x-unavailable']).toEqual([...apiServices]);
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

describe('descriptions and examples', () => {
  const link = {
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid' },
      code: { type: 'string', description: 'As in its address' },
      clicks: { type: 'integer', minimum: 5 },
      active: { type: 'boolean' },
    },
  };
  const $ref = '#/components/schemas/Link';
  const content = { 'application/json': { schema: { $ref } } };
  const getLink = {
    operationId: 'getLink',
    parameters: [{ name: 'code', in: 'query', schema: { type: 'string' } }],
    responses: { '200': { description: 'Success', content } },
  };
  const service = {
    paths: { '/api/links': { get: getLink } },
    components: { schemas: { Link: link } },
  };
  const notes = {
    id: { description: 'The {noun}’s id' },
    code: { description: 'A code', examples: [7, 'k3f9x2ab'] },
    clicks: { description: 'Clicks', examples: [3] },
  };
  const call = { status: 200, response: { id: 'real' } };
  const example = {
    id: '01975b3c-7c00-7000-8000-00000000f101',
    code: 'k3f9x2ab',
    clicks: 5,
    active: true,
  };
  const documented = (calls: DocumentAssets['calls']) =>
    merge({ campaign: service }, { notes, calls });
  const exampleIn = (merged: Json): unknown =>
    at(
      merged,
      'paths',
      '/api/links',
      'get',
      'responses',
      '200',
      'content',
      'application/json',
      'example',
    );

  it('of fields come from the schema, otherwise from the notes on their name', () => {
    expect(at(documented({}), 'components', 'schemas', 'Link', 'properties')).toMatchObject({
      id: { description: 'The link’s id', examples: [example.id] },
      code: { description: 'As in its address', examples: ['k3f9x2ab'] },
      clicks: { description: 'Clicks', examples: [5] },
      active: { examples: [true] },
    });
    expect(at(documented({}), 'paths', '/api/links', 'get', 'parameters')).toEqual([
      {
        name: 'code',
        in: 'query',
        description: 'A code',
        schema: { type: 'string', examples: ['k3f9x2ab'] },
      },
    ]);
  });

  it('of bodies are recorded calls, and made from the schema until one is recorded', () => {
    expect(exampleIn(documented({ getLink: call }))).toEqual({ id: 'real' });
    expect(exampleIn(documented({}))).toEqual(example);
    expect(exampleIn(documented({ getLink: { ...call, status: 201 } }))).toEqual(example);
  });
});

import { z } from 'zod';
import { openApiPart } from './openapi.ts';
import { parseInput } from './parse-input.ts';
import { booleanText, wholeNumber } from './query.ts';
import { type Route, route } from './route.ts';

const paths = (declared: Route): object =>
  openApiPart([declared], 'test').paths['/api/things'] as Record<string, never>;

const schemas = (...routes: Route[]) => openApiPart(routes, 'test').components.schemas;

const declared = (rest: Partial<Route>): Route =>
  route({
    operationId: 'createThing',
    method: 'post',
    path: '/api/things',
    summary: 'Creates a thing',
    allow: 'public',
    handle: () => Promise.resolve(undefined),
    ...rest,
  });

const content = (name: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
});

describe('the API document', () => {
  it('lists every status of the declared errors, so that callers meet no other', () => {
    const errors = {
      thing_exists: '409: there is one',
      thing_closed: 'It is closed (403)',
      thing_not_found: 'There is no such thing',
      thing_odd: 'No status is given',
    };
    const { responses } = (
      paths(declared({ errors })) as { post: { responses: Record<string, object> } }
    ).post;
    expect(Object.keys(responses)).toEqual(['200', '403', '404', '409', '429', '503']);
    expect(responses['409']).toMatchObject({
      description: 'It conflicts with the current state (`thing_exists`)',
    });
  });

  it('lists 400 where the Idempotency-Key is all that a caller can get wrong', () => {
    expect(paths(declared({ idempotent: true }))).toMatchObject({
      post: { responses: { '400': { content: content('Error') } } },
    });
  });

  it('describes the page of a link that is not valid beside the error of a malformed call', () => {
    expect(paths(declared({ page: true, query: z.object({}) }))).toMatchObject({
      post: { responses: { '400': { content: { 'text/html': {}, ...content('Error') } } } },
    });
  });

  it('describes the answer of calls whose result is made in the background', () => {
    const accepted = z.object({ job_id: z.string() });
    expect(paths(declared({ accepted }))).toMatchObject({
      post: {
        responses: { '200': {}, '202': { content: content('CreateThingAccepted') } },
      },
    });
  });

  it('describes the body of an error that contains more than the usual fields', () => {
    const more = z.looseObject({ error: z.string(), token: z.string().optional() });
    const errors = { thing_locked: 'Unlock it by the token (401)' };
    const refusing = declared({ errors, errorBodies: { '401': more } });
    expect(paths(refusing)).toMatchObject({
      post: {
        responses: {
          '401': { content: content('CreateThingError401') },
          '429': { content: content('Error') },
        },
      },
    });
    expect(schemas(refusing)).toMatchObject({
      CreateThingError401: { properties: { token: { type: 'string' } } },
    });
  });

  it('marks routes that require a fresh proof, with the errors that follow from it', () => {
    const { post } = paths(declared({ stepUp: true, allow: 'signed_in' })) as {
      post: Record<string, object>;
    };
    expect(post['x-step-up']).toBe(true);
    expect(Object.keys(post['x-error-codes'] ?? {})).toContain('step_up_required');
  });

  it('describes whole numbers in a query as numbers with their bounds', () => {
    const query = z.strictObject({ page: wholeNumber({ min: 1, max: 9 }).default(1) });
    expect(paths(declared({ query }))).toMatchObject({
      post: { parameters: [{ schema: { type: 'integer', minimum: 1, maximum: 9 } }] },
    });
  });

  it('lists the headers that a route reads beside its other parameters', () => {
    const headers = z.object({ 'X-Signature': z.string().optional().describe('The proof') });
    expect(paths(declared({ headers }))).toMatchObject({
      post: {
        parameters: [
          { name: 'X-Signature', in: 'header', required: false, description: 'The proof' },
        ],
      },
    });
  });

  it('describes flags in a query as booleans, of which only true and false are accepted', () => {
    const query = z.strictObject({ active: booleanText.default(false) });
    const listing = declared({ method: 'get', query });
    expect(paths(listing)).toMatchObject({
      get: { parameters: [{ name: 'active', schema: { type: 'boolean', default: false } }] },
    });
    const read = (search: string) => () =>
      parseInput(listing, { params: {}, search, rawBody: '', contentType: undefined });
    expect(read('active=true')()).toMatchObject({ query: { active: true } });
    for (const text of ['1', 'TRUE', 'yes', '']) {
      expect(read(`active=${text}`)).toThrow('"true"|"false"');
    }
  });

  it('moves the description of a parameter beside its schema', () => {
    const query = z.strictObject({ name: z.string().optional().describe('A part of the name') });
    expect(paths(declared({ query }))).toMatchObject({
      post: { parameters: [{ description: 'A part of the name', schema: { type: 'string' } }] },
    });
  });

  it('requires a body only where an empty one is not valid, and treats null as no object', () => {
    const body = z.strictObject({ name: z.string().optional() });
    expect(paths(declared({ body }))).toMatchObject({ post: { requestBody: { required: false } } });
    const sent = (rawBody: string) => () =>
      parseInput(declared({ body }), {
        params: {},
        search: '',
        rawBody,
        contentType: 'application/json',
      });
    expect(sent('')()).toMatchObject({ body: {} });
    expect(sent('null')).toThrow('expected object');
  });
});

describe('the named schemas of the API document', () => {
  const thing = z
    .object({ id: z.uuid(), name: z.string() })
    .meta({ id: 'Thing', description: 'A thing' });

  it('are defined once, and every list refers to its items', () => {
    const get = declared({ operationId: 'getThing', method: 'get', response: thing });
    const list = declared({
      operationId: 'listThings',
      path: '/api/all',
      response: z.object({ things: z.array(thing) }),
    });
    const part = openApiPart([get, list], 'test');
    expect(part.components.schemas).toEqual({
      ListThingsResponse: expect.objectContaining({
        properties: { things: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } },
      }),
      Thing: {
        type: 'object',
        description: 'A thing',
        required: ['id', 'name'],
        properties: { id: { type: 'string', format: 'uuid' }, name: { type: 'string' } },
        additionalProperties: false,
      },
    });
    expect(part.paths).toMatchObject({
      '/api/things': { get: { responses: { '200': { content: content('Thing') } } } },
    });
  });

  it('have the name of their operation where they are no noun', () => {
    const creating = declared({
      body: z.strictObject({ name: z.string() }),
      response: z.object({ success: z.literal(true) }),
    });
    expect(Object.keys(schemas(creating))).toEqual(['CreateThingRequest', 'CreateThingResponse']);
  });

  it('have a second name where callers send another shape than they get', () => {
    const size = z.strictObject({ value: z.int().default(1) }).meta({ id: 'Size' });
    const box = z.strictObject({ size }).meta({ id: 'Box' });
    const same = z.strictObject({ color: z.string() }).meta({ id: 'Paint' });
    const whole = z.strictObject({ box, same });
    const named = schemas(declared({ body: whole, response: whole }));
    expect(Object.keys(named).toSorted()).toEqual([
      'Box',
      'BoxInput',
      'CreateThingRequest',
      'CreateThingResponse',
      'Paint',
      'Size',
      'SizeInput',
    ]);
    expect(named).toMatchObject({
      BoxInput: { properties: { size: { $ref: '#/components/schemas/SizeInput' } } },
      Box: { properties: { size: { $ref: '#/components/schemas/Size' } } },
      CreateThingRequest: {
        properties: {
          box: { $ref: '#/components/schemas/BoxInput' },
          same: { $ref: '#/components/schemas/Paint' },
        },
      },
    });
  });

  it('refuse two shapes under one name', () => {
    const other = z.object({ id: z.int() }).meta({ id: 'Thing' });
    const routes = [
      declared({ operationId: 'getThing', response: thing }),
      declared({ operationId: 'getOther', path: '/api/others', response: other }),
    ];
    expect(() => schemas(...routes)).toThrow('Two schemas of the API document have the name Thing');
  });
});

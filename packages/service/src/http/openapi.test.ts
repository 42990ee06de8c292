import { z } from 'zod';
import { openApiPaths } from './openapi.ts';
import { parseInput } from './parse-input.ts';
import { wholeNumber } from './query.ts';
import { type Route, route } from './route.ts';

const paths = (declared: Route): object =>
  openApiPaths([declared], 'test')['/api/things'] as Record<string, never>;

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

  it('describes the body of an error that contains more than the usual fields', () => {
    const more = z.looseObject({ error: z.string(), token: z.string().optional() });
    const errors = { thing_locked: 'Unlock it by the token (401)' };
    const { responses } = (
      paths(declared({ errors, errorBodies: { '401': more } })) as {
        post: { responses: Record<string, { content: Record<string, { schema: object }> }> };
      }
    ).post;
    expect(responses['401']?.content['application/json']?.schema).toMatchObject({
      properties: { token: { type: 'string' } },
    });
    expect(responses['429']?.content['application/json']?.schema).not.toHaveProperty(
      'properties.token',
    );
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

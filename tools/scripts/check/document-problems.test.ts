import { documentProblems } from './document-problems.ts';
import { openExamples } from './example-validator.ts';

const code = { type: 'string', description: 'As in its address', examples: ['k3f9x2ab'] };
const link = {
  type: 'object',
  description: 'A link',
  required: ['code'],
  properties: { code },
};
const content = {
  'application/json': {
    schema: { $ref: '#/components/schemas/Link' },
    example: { code: 'k3f9x2ab' },
  },
};
const getLink = {
  operationId: 'getLink',
  summary: 'A link',
  description: 'With its code.',
  responses: { '200': { description: 'Success', content }, '404': { description: 'None' } },
};

const problemsOf = (
  operation: object = getLink,
  schemas: Record<string, object> = { Link: link },
) =>
  documentProblems(
    { paths: { '/api/link': { get: operation } }, components: { schemas } },
    openExamples(schemas),
  );

describe('the problems of an API document', () => {
  it('are none where everything is described and exemplified', () => {
    expect(problemsOf()).toEqual([]);
  });

  it('are fields without a description or an example, with the remedy', () => {
    const undescribed = { ...link, properties: { code: { type: 'string' } } };
    expect(problemsOf(getLink, { Link: undescribed })).toEqual([
      expect.stringMatching(/^Link\.code has no description: .*api-fields\.json$/),
      expect.stringMatching(/^Link\.code has no example: /),
      expect.stringContaining("Link: the example’s value must have required property 'code'"),
    ]);
  });

  it('are operations and parameters without a description', () => {
    const parameters = [{ name: 'page', in: 'query', schema: { type: 'integer' } }];
    const operation = { ...getLink, description: 'Error codes:\n- `x`: y', parameters };
    expect(problemsOf(operation)).toEqual([
      'getLink has no description',
      expect.stringMatching(/^getLink parameter page has no description/),
      expect.stringMatching(/^getLink parameter page has no example/),
    ]);
  });

  it('are records without a name of their own', () => {
    const id = { type: 'string', description: 'Its id', examples: ['1'] };
    const list = {
      type: 'object',
      properties: {
        links: {
          type: 'array',
          description: 'The links',
          items: { type: 'object', properties: { id } },
        },
      },
    };
    expect(problemsOf(getLink, { Link: link, ListLinksResponse: list })).toEqual([
      expect.stringMatching(/^ListLinksResponse\.links is a record without a name/),
    ]);
  });

  it('are examples that their schema refuses', () => {
    const wrong = { ...code, maxLength: 3 };
    expect(problemsOf(getLink, { Link: { ...link, properties: { code: wrong } } })).toEqual([
      'Link: the example’s /code must NOT have more than 3 characters',
      'getLink response 200: the example’s /code must NOT have more than 3 characters',
    ]);
  });
});

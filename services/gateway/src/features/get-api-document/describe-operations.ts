import { describeParameter, describeSchema } from './describe-fields.ts';
import { isObject, type Json, mapValues } from './json.ts';
import { exampleOf, type ExampleSources } from './schema-example.ts';

/** What a running system was sent, and what it answered, in one call of an operation. */
export interface RecordedCall {
  readonly request?: unknown;
  /** The signature that it was sent with, by the name of its header. */
  readonly signature?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly response?: unknown;
}
/** The recorded calls by operationId. */
export type RecordedCalls = Readonly<Record<string, RecordedCall>>;

/** The media types of a body, each with an example: the recorded one, otherwise one made from its schema. */
const withExample = (content: unknown, recorded: unknown, sources: ExampleSources): Json =>
  mapValues(content, (media, type) => {
    if (!isObject(media) || !isObject(media['schema'])) return media;
    const isText = type.startsWith('text/') || type === 'application/octet-stream';
    const schema = describeSchema(media['schema'], sources);
    if ('example' in media || isText) return { ...media, schema };
    const example = recorded ?? exampleOf(media['schema'], sources);
    return { ...media, schema, ...(example === undefined ? {} : { example }) };
  });

/** A header as it was sent with the recorded call. */
function withRecorded(parameter: unknown, recorded: RecordedCall | undefined): unknown {
  if (!isObject(parameter) || parameter['in'] !== 'header') return parameter;
  const sent = recorded?.signature?.[String(parameter['name'])];
  return sent === undefined ? parameter : { ...parameter, example: sent };
}

/** An operation with a description of every parameter and field, and an example of every body. */
export function describeOperation(
  operation: Json,
  sources: ExampleSources,
  recorded: RecordedCall | undefined,
): Json {
  const { parameters, requestBody: body, responses } = operation;
  const described = (response: unknown, example: unknown): unknown =>
    isObject(response) && 'content' in response
      ? { ...response, content: withExample(response['content'], example, sources) }
      : response;
  return {
    ...operation,
    ...(Array.isArray(parameters)
      ? {
          parameters: parameters.map((parameter) =>
            withRecorded(describeParameter(parameter, sources), recorded),
          ),
        }
      : {}),
    ...(body === undefined ? {} : { requestBody: described(body, recorded?.request) }),
    responses: mapValues(responses, (response, status) =>
      Number(status) >= 400
        ? response
        : described(response, Number(status) === recorded?.status ? recorded.response : undefined),
    ),
  };
}

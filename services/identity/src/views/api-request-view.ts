import { z } from 'zod';
import { type ApiKey } from '../domain/api-key.ts';
import { type ApiRequestDocument } from '../store/api-request-collection.ts';

/** A request with an API key, as the account reads it. */
export const apiRequestResponse = z
  .object({
    id: z.uuid(),
    at: z.iso.datetime().describe('When the request arrived'),
    method: z
      .string()
      .describe('The HTTP method')
      .meta({ examples: ['GET'] }),
    path: z
      .string()
      .describe(
        'The pattern of the path, without ids and query; its first part where no operation answered',
      )
      .meta({ examples: ['/api/brand/conversions/:conversion_id'] }),
    operation: z
      .string()
      .nullable()
      .describe('The operationId; null where no operation answered, as above a limit')
      .meta({ examples: ['getBrandConversion'] }),
    status: z
      .int()
      .nullable()
      .describe('The HTTP status; null where the caller left before the answer')
      .meta({ examples: [200] }),
    duration_ms: z
      .int()
      .min(0)
      .describe('From the first byte of the request to the last one of the answer, ms')
      .meta({ examples: [12] }),
    error_code: z
      .string()
      .nullable()
      .describe('The code of the error; null where it succeeded')
      .meta({ examples: ['conversion_not_found'] }),
    request_id: z.string().describe('The `X-Request-Id` of the answer, which events carry on'),
    left_out: z
      .int()
      .min(0)
      .describe(
        'Requests of the account just before this one that the log leaves out, because too many came at once',
      )
      .meta({ examples: [0] }),
    api_key: z
      .object({
        id: z.uuid(),
        name: z.string().nullable(),
        last_characters: z.string().nullable(),
      })
      .meta({
        id: 'UsedApiKey',
        description: 'The key of a request; name and characters are null once it is deleted',
      }),
  })
  .meta({ id: 'ApiRequest', description: 'A request that was made with an API key' });

/** @param keys of the account */
export function apiRequestView(
  request: ApiRequestDocument,
  keys: readonly ApiKey[],
): z.output<typeof apiRequestResponse> {
  const key = keys.find(({ id }) => id === request.apiKeyId);
  return {
    id: request._id,
    at: request.at.toISOString(),
    method: request.method,
    path: request.path,
    operation: request.operation,
    status: request.status,
    duration_ms: request.durationMs,
    error_code: request.errorCode,
    request_id: request.requestId,
    left_out: request.leftOut,
    api_key: {
      id: request.apiKeyId,
      name: key?.name ?? null,
      last_characters: key?.lastCharacters ?? null,
    },
  };
}

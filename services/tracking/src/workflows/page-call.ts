import { fieldsOfZodError, invalid, invalidFields } from '@tributary/errors';
import { type RequestFacts } from '@tributary/service';
import { type z } from 'zod';
import { headerOf } from '../domain/visit.ts';

/** The origin of the page that calls, by the browser's headers; undefined where absent or malformed. */
export function pageOrigin({ headers }: Pick<RequestFacts, 'headers'>): string | undefined {
  const page = headerOf(headers, 'origin') ?? headerOf(headers, 'referer');
  return page === undefined ? undefined : URL.parse(page)?.origin;
}

/**
 * The body of a call from a shop's page: JSON of any content type, because text needs no preflight.
 * @throws invalid malformed_json, validation errors
 */
export function readPageCall<Body extends z.ZodType>(
  schema: Body,
  { rawBody }: Pick<RequestFacts, 'rawBody'>,
): z.output<Body> {
  let content: unknown;
  try {
    content = JSON.parse(rawBody);
  } catch {
    throw invalid('malformed_json', { message: 'The body is not valid JSON' });
  }
  const parsed = schema.safeParse(content);
  if (!parsed.success) throw invalidFields(fieldsOfZodError(parsed.error));
  return parsed.data;
}

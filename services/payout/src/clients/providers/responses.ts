import { z } from 'zod';
import { type AppError, invalid, unavailable } from '@tributary/errors';
import { type ProviderOutcome } from '../../domain/provider-outcome.ts';
import { type ProviderResponse } from './http.ts';

/** With these statuses a provider rejects a request without making a payment. */
const REFUSALS: ReadonlySet<number> = new Set([400, 402, 422]);

/** How a provider reports a refusal. */
interface Refusals {
  readonly code: z.ZodType<string>;
  /** Whether a retry may succeed. */
  readonly isTemporary: (code: string) => boolean;
}

/**
 * A clear refusal: no payment was made. After any other response a payment may exist, so the outcome is unknown and the
 * payout is retried.
 * @throws unavailable `provider_answer_unclear`
 */
export function refusalOf({ status, body }: ProviderResponse, { code, isTemporary }: Refusals) {
  const known = code.safeParse(body);
  if (!REFUSALS.has(status) || !known.success) throw unclear(status);
  const refused: ProviderOutcome = {
    state: 'failed',
    transactionId: null,
    batchId: null,
    itemId: null,
    failureReason: known.data,
    failureIsTemporary: isTemporary(known.data),
  };
  return refused;
}

/** The content of a successful response. @throws unavailable `provider_answer_unclear` for any other */
export function contentOf<Schema extends z.ZodType>(
  { status, body }: ProviderResponse,
  schema: Schema,
): z.output<Schema> {
  const content = schema.safeParse(body);
  if (status >= 300 || !content.success) throw unclear(status);
  return content.data;
}

const unclear = (status: number): AppError =>
  unavailable('provider_answer_unclear', {
    message: `The payment provider sent an unexpected response (status ${String(status)})`,
  });

/** A callback's JSON. @throws invalid `malformed_callback` */
export function jsonOf<Schema extends z.ZodType>(
  rawBody: string,
  schema: Schema,
): z.output<Schema> {
  const text = z.string().transform((json, ctx): unknown => {
    try {
      return JSON.parse(json);
    } catch {
      ctx.addIssue({ code: 'custom', message: 'Not JSON' });
      return z.NEVER;
    }
  });
  const content = text.pipe(schema).safeParse(rawBody);
  if (content.success) return content.data;
  throw invalid('malformed_callback', { message: 'The callback has an unexpected content' });
}

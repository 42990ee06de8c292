import { z } from 'zod';
import { type AppError, invalid, unavailable } from '@tributary/errors';
import { type ProviderOutcome } from '../../domain/provider-outcome.ts';
import { type ProviderResponse } from './http.ts';

/** With these a provider says that it made nothing because of what it was asked. */
const REFUSALS: ReadonlySet<number> = new Set([400, 402, 422]);

/** How one provider refuses. */
interface Refusals {
  readonly code: z.ZodType<string>;
  /** Whether another try may work. */
  readonly isTemporary: (code: string) => boolean;
}

/**
 * A refusal that is known for sure: nothing was made. Any other answer may hide a payment, so that the
 * outcome counts as unknown and the payout waits.
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

/** The content of an answer. @throws unavailable `provider_answer_unclear` where it is anything else */
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
    message: `The payment provider gave an answer that is not understood (status ${String(status)})`,
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
      ctx.addIssue({ code: 'custom', message: 'No JSON' });
      return z.NEVER;
    }
  });
  const content = text.pipe(schema).safeParse(rawBody);
  if (content.success) return content.data;
  throw invalid('malformed_callback', { message: 'The callback is not understood' });
}

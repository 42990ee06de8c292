import type { z } from 'zod';

export type RefusalDetail = Readonly<{ field: string; issue: string }>;

/** A refused call. Each provider writes the answer in its own shape. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly RefusalDetail[];
  /** More members of the answer, such as the batch that a duplicate names. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    more: Readonly<{
      details?: readonly RefusalDetail[];
      extra?: Readonly<Record<string, unknown>>;
      headers?: Readonly<Record<string, string>>;
    }> = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.details = more.details ?? [];
    this.extra = more.extra ?? {};
    this.headers = more.headers ?? {};
  }
}

/** The value, or a refusal with 400 that names every field: `items[3].amount.value`. */
export function parseOrRefuse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  code = 'invalid_request',
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map((issue) => ({
    field: fieldOf(issue.path),
    issue: issue.message,
  }));
  const message = details.map(({ field, issue }) => `${field}: ${issue}`).join('; ');
  throw new Refusal(400, code, message.slice(0, 1000), { details: details.slice(0, 100) });
}

function fieldOf(path: readonly PropertyKey[]): string {
  const text = path.map((part) =>
    typeof part === 'number' ? `[${String(part)}]` : `.${String(part)}`,
  );
  return text.join('').replace(/^\./, '') || 'body';
}

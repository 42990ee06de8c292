import { type RecordedCall, type RecordedCalls } from '../../../scripts/gen/api-document.ts';
import { type SeenCall } from './record-fetch.ts';

type Json = Readonly<Record<string, unknown>>;

/** A documented operation, and how calls differ from the shape that the document states. */
export interface Documented {
  readonly operationId: string;
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly problems: (call: RecordedCall) => readonly string[];
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** Paths with fewer parameters first: `/api/payouts/accounts` is no payout of the id `accounts`. */
const byParameters = (one: Documented, other: Documented): number =>
  one.path.split('{').length - other.path.split('{').length;

/** What an example must not show, though the system that it is of no longer exists. */
const SECRETS =
  /^(access_token|refresh_token|token|key|secret|consumer_secret|signature|password|current_password|challenge_token|otpauth_uri|recovery_codes|hash|previous_hash)$/;

/** What texts of any field must not show either, and what stands in its place. */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/https?:\/\/(127\.0\.0\.1|localhost)(:\d+)?/g, 'https://tributary.example.com'],
  [/\b127\.0\.0\.1\b/g, '203.0.113.7'],
  [/([?&]token=)[^&"\s]+/g, '$1…'],
  [/\b(whsec|trk|tra|tri|trr|trs)_[\w+/=-]{16,}/g, '$1_…'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'eyJ…'],
  [/([\w.+-]+)@(?!example\.com\b)[\w-]+(?:\.[\w-]+)+/g, '$1@example.com'],
];

const redacted = (text: string): string =>
  REPLACEMENTS.reduce((left, [found, instead]) => left.replaceAll(found, instead), text);

/** The values of examples by field, for fields whose recorded values are secrets. */
export type Substitutes = (field: string, value: unknown) => unknown;

/** Of a list that nobody reads to its end, an example shows the beginning. */
const LONG_LIST = 40;
const SHOWN_OF_LONG_LIST = 3;

/** A call without secrets and addresses of the machine that it was recorded on. */
function cleaned(value: unknown, substitute: Substitutes, field = ''): unknown {
  if (SECRETS.test(field) && (typeof value === 'string' || Array.isArray(value))) {
    return substitute(field, value);
  }
  if (typeof value === 'string') return redacted(value);
  if (Array.isArray(value)) {
    const shown = value.length > LONG_LIST ? value.slice(0, SHOWN_OF_LONG_LIST) : value;
    return shown.map((item) => cleaned(item, substitute, field));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, cleaned(item, substitute, name)]),
  );
}

/** Small enough to read, and large enough to show what lists contain. */
const READABLE_CHARACTERS = 1_500;

const emptyParts = (text: string): number => [...text.matchAll(/\[\]|null|\{\}/g)].length;

/** Larger is better: a body as complete as it can be within what people read. */
function worth({ request, response }: RecordedCall): number {
  const text = JSON.stringify([request ?? null, response ?? null]);
  const excess = Math.max(0, text.length - READABLE_CHARACTERS);
  return Math.min(text.length, READABLE_CHARACTERS) - 2 * excess - 40 * emptyParts(text);
}

/** The best of the calls of each operation that have the documented shape, and why the others of an operation do not. */
export function chooseCalls(
  seen: readonly SeenCall[],
  operations: readonly Documented[],
  substitute: Substitutes,
): { readonly calls: RecordedCalls; readonly refused: Readonly<Record<string, string>> } {
  const table = operations
    .toSorted(byParameters)
    .map((operation) => ({ operation, pattern: patternOf(operation.path) }));
  const best = new Map<string, RecordedCall>();
  const refused: Record<string, string> = {};
  for (const { method, path, ...call } of seen) {
    const found = table.find(
      ({ operation, pattern }) => operation.method === method && pattern.test(path),
    );
    if (found === undefined) continue;
    const { operationId } = found.operation;
    const candidate = cleaned(call, substitute) as RecordedCall;
    const known = best.get(operationId);
    if (known !== undefined && worth(known) >= worth(candidate)) continue;
    const problems = found.operation.problems(candidate);
    if (problems.length === 0) best.set(operationId, candidate);
    else refused[operationId] = problems.join('; ');
  }
  return { calls: Object.fromEntries(best), refused };
}

import { type ErrorKind, TributaryError } from '@tributary/sdk';
import { UsageError } from './command.ts';

/** The exit codes, as sysexits.h numbers them. */
export const EXIT = {
  failed: 1,
  usage: 64,
  invalid: 65,
  notFound: 66,
  unavailable: 69,
  refused: 77,
  interrupted: 130,
} as const;

const CODES: Readonly<Partial<Record<ErrorKind, number>>> = {
  invalid: EXIT.invalid,
  conflict: EXIT.invalid,
  not_found: EXIT.notFound,
  unauthenticated: EXIT.refused,
  forbidden: EXIT.refused,
  rate_limited: EXIT.unavailable,
  unavailable: EXIT.unavailable,
  connection: EXIT.unavailable,
  deadline: EXIT.unavailable,
};

export interface Failure {
  readonly exitCode: number;
  /** A stable name for programs. */
  readonly error: string;
  readonly message: string;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  readonly request_id?: string | undefined;
}

/** What a command states about why it failed. */
export function failureOf(error: unknown): Failure {
  if (error instanceof UsageError)
    return { exitCode: EXIT.usage, error: 'usage', message: error.message };
  if (error instanceof TributaryError) {
    const { kind, code, message, issues, requestId } = error;
    const exitCode = CODES[kind] ?? EXIT.failed;
    return { exitCode, error: code, message, issues, request_id: requestId };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { exitCode: EXIT.failed, error: 'failed', message };
}

/** The failure as lines for people. */
export function failureLines({ error, message, issues = [], request_id: id }: Failure): string[] {
  return [
    error === 'usage' || error === 'failed' ? message : `${message} (${error})`,
    ...issues.map((issue) => `  ${issue.path}: ${issue.message}`),
    ...(id === undefined ? [] : [`  request ${id}`]),
  ];
}

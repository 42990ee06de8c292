import { type Tributary } from '@tributary/sdk';
import { type CredentialStore } from './credentials.ts';
import { type Terminal } from './terminal.ts';

export interface Option {
  readonly type: 'string' | 'boolean';
  readonly summary: string;
  /** How the value is named in the help, such as `URL`. */
  readonly value?: string;
  readonly choices?: readonly string[];
}

/** What a command is called with. */
export interface Call {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly terminal: Terminal;
  readonly credentials: CredentialStore;
  /** The signed-in client. @throws UsageError where nobody has signed in */
  readonly client: () => Tributary;
  /** Prints the result: as JSON where the caller wants it, else as text. */
  readonly print: (result: unknown, text: () => string) => void;
}

export interface Command {
  /** One or two words, such as `campaigns list`. */
  readonly name: string;
  readonly summary: string;
  /** The names of its arguments, all of which are required. */
  readonly args?: readonly string[];
  readonly options?: Readonly<Record<string, Option>>;
  /** What the help shows below the options. */
  readonly notes?: string;
  readonly run: (call: Call) => Promise<void>;
}

/** The command line is wrong: nothing was called. */
export class UsageError extends Error {}

/** An option as text; undefined where it was not given. */
export function textOf({ options }: Pick<Call, 'options'>, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** An option as a whole number from `least` up. @throws UsageError */
export function countOf(
  call: Pick<Call, 'options'>,
  name: string,
  least: number,
): number | undefined {
  const text = textOf(call, name);
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < least)
    throw new UsageError(`--${name} must be a whole number from ${least}, not ${text}`);
  return count;
}

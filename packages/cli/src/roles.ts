import { ForbiddenError } from '@tributary/sdk';
import { type Call } from './command.ts';

interface Alternatives<Result> {
  readonly affiliate: () => Promise<Result>;
  readonly brand: () => Promise<Result>;
}

/** Calls what the caller's role has; an API key does not state its role, and is tried as an affiliate's first. */
export async function byRole<Result>(
  { credentials, terminal }: Pick<Call, 'credentials' | 'terminal'>,
  { affiliate, brand }: Alternatives<Result>,
): Promise<Result> {
  const role =
    terminal.env['TRIBUTARY_API_KEY'] === undefined ? credentials.read().role : undefined;
  if (role === 'affiliate') return affiliate();
  if (role !== undefined) return brand();
  return affiliate().catch((error: unknown) => {
    if (error instanceof ForbiddenError) return brand();
    throw error;
  });
}

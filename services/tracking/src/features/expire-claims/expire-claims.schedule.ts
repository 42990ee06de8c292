import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { expireClaims } from './expire-claims.ts';

/** Ends every hour the claims to missing orders that their brands have not decided in time. */
export const expireClaimsSchedule = (deps: Deps) =>
  schedule({ name: 'expire-claims', cron: '0 23 * * * *', run: () => expireClaims(deps) });

import { forbidden, unauthenticated } from '@tributary/errors';
import { parseAddress, parseNetworks } from '@tributary/service';
import { MINUTE_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { type IssuedAccessToken, type TokenHolder } from '../../domain/access-claims.ts';
import { type ApiKey, isExpired } from '../../domain/api-key.ts';
import { digestOf } from '../../workflows/opaque-token.ts';
import { hasSecondFactor } from '../../workflows/require-second-factor.ts';
import { findTokenHolder } from '../../workflows/token-holder.ts';

const invalidKey = () => unauthenticated('invalid_token', { message: 'The API key is not valid' });

/** Whether the time of the key's last use is so old that it is worth a write. */
const isStale = ({ lastUsedAt }: ApiKey, now: Date): boolean =>
  lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= MINUTE_MS;

/** @throws forbidden `address_not_allowed`, also where the client’s address is unknown */
function refuseOtherAddress({ allowedAddresses = [] }: ApiKey, clientIp: string): void {
  if (allowedAddresses.length === 0) return;
  const address = parseAddress(clientIp);
  if (address !== undefined && parseNetworks(allowedAddresses)?.contains(address) === true) return;
  throw forbidden('address_not_allowed', {
    message: 'The API key does not work from this address',
  });
}

/**
 * An administrator's key does no more than its maker would.
 * @throws forbidden `second_factor_enrolment_required`
 */
async function requireMakersFactor(
  deps: Pick<Deps, 'secondFactors' | 'passkeys' | 'config'>,
  { account }: TokenHolder,
  makerId: string,
): Promise<void> {
  const { adminSecondFactor } = deps.config.proofTerms;
  if (account.role !== 'admin' || adminSecondFactor === 'optional') return;
  if (await hasSecondFactor(deps, makerId)) return;
  throw forbidden('second_factor_enrolment_required', {
    message: 'The key’s maker has no second factor',
  });
}

/** A short-lived access token for an API key, in the present role of its maker. @throws unauthenticated `invalid_token`; forbidden `address_not_allowed`, `second_factor_enrolment_required` */
export const exchangeApiKey =
  (
    deps: Pick<
      Deps,
      | 'apiKeys'
      | 'users'
      | 'memberships'
      | 'secondFactors'
      | 'passkeys'
      | 'tokens'
      | 'config'
      | 'clock'
    >,
  ) =>
  async (apiKey: string, clientIp: string): Promise<IssuedAccessToken> => {
    const { apiKeys, tokens, clock } = deps;
    const now = clock.now();
    const key = await apiKeys.findByHash(digestOf(apiKey));
    if (key === undefined || isExpired(key, now)) throw invalidKey();
    refuseOtherAddress(key, clientIp);
    const { userId: accountId, makerId = accountId } = key;
    const holder = await findTokenHolder(deps, { accountId, personId: makerId });
    if (holder?.account.deletionDueAt !== undefined) throw invalidKey();
    if (holder === undefined) throw invalidKey();
    await requireMakersFactor(deps, holder, makerId);
    if (isStale(key, now)) await apiKeys.setLastUsed(key.id, now);
    return tokens.forApiKey(holder, key, now);
  };

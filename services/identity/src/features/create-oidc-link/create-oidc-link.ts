import { userOidcLinkChanged } from '@tributary/contracts';
import { conflict, unauthenticated } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { oidcLinkChange } from '../../domain/audit-entry.ts';
import { type OidcLink, type OidcScope } from '../../domain/oidc.ts';
import { takeOidcCode } from '../../workflows/oidc-redirect.ts';

interface Input extends OidcScope {
  readonly userId: string;
  readonly code: string;
  readonly browserSecret: string | undefined;
}

/**
 * Links the proved account of the provider to the login that began in this session.
 * @throws unauthenticated `invalid_oidc_code`; conflict `oidc_linked`
 */
export const createOidcLink =
  (deps: Pick<Deps, 'oidcRedirects' | 'transaction' | 'clock' | 'newId' | 'config'>) =>
  async ({ userId, sessionId, ...presented }: Input): Promise<OidcLink> => {
    const { issuer, subject } = await takeOidcCode(deps, presented, { userId, sessionId });
    return deps.transaction(async ({ users, sessions, oidcLinks, outbox }) => {
      const now = deps.clock.now();
      const user = await users.get(userId);
      // A second link at once, or a reset at the same time, conflicts by this write.
      await users.save({ ...user, updatedAt: now });
      const session = sessionId === null ? undefined : await sessions.find(sessionId);
      if (session !== undefined && session.revokedAt !== null) {
        throw unauthenticated('invalid_oidc_code', { message: 'The session has ended' });
      }
      if ((await oidcLinks.listOf(userId)).some((link) => link.issuer === issuer)) {
        throw conflict('oidc_linked', { message: 'This login is linked already; unlink it first' });
      }
      const link: OidcLink = { id: deps.newId(), userId, issuer, subject, createdAt: now };
      await oidcLinks.create(link);
      recordChange(oidcLinkChange(link, { after: link }));
      const facts = { userId, provider: deps.config.OIDC_NAME, changedAt: now.toISOString() };
      await outbox.add(userOidcLinkChanged({ ...facts, change: 'added' }));
      return link;
    });
  };

import { type Deps } from '../../deps.ts';
import { erasedEvent, isErasureDue, revocationAt, type User } from '../../domain/user.ts';
import { endMembership } from '../../workflows/end-membership.ts';
import { publishRevocationSoon } from '../../workflows/publish-revocation.ts';

const BATCH_SIZE = 10;

type EraseDeps = Pick<Deps, 'users' | 'memberships' | 'transaction' | 'clock' | 'erasures'> &
  Parameters<typeof endMembership>[0];

/** Ends the places of its members, and its login's places in other accounts. */
async function endMemberships(deps: EraseDeps, id: string): Promise<void> {
  const ofAccount = await deps.memberships.listOfAccount(id);
  const ofLogin = await deps.memberships.listOfMember(id);
  for (const { accountId, memberId } of [...ofAccount, ...ofLogin]) {
    await endMembership(deps)(accountId, memberId);
  }
}

async function eraseUser(deps: EraseDeps, { id }: User): Promise<void> {
  await endMemberships(deps, id);
  const erased = await deps.transaction(async ({ users, outbox, requestErasure }) => {
    const now = deps.clock.now();
    const user = await users.find(id);
    // Taken back, suspended or erased meanwhile.
    if (user === undefined || !isErasureDue(user, now)) return undefined;
    await users.delete(id);
    // An unproved address may be somebody else’s.
    await requestErasure(id, user.emailVerifiedAt === null ? [] : [user.email]);
    await outbox.add(erasedEvent(user, now));
    return { ...user, tokensRevokedAt: revocationAt(now, user.tokensRevokedAt) };
  });
  if (erased !== undefined) await publishRevocationSoon(deps, erased);
}

/**
 * Erases the accounts whose deletion is due. Each step can be repeated; the account itself, the erasure of
 * the rest and the event for the other services are one commit. True where more wait.
 */
export const eraseDeletedAccounts = (deps: EraseDeps) => async (): Promise<boolean> => {
  const due = await deps.users.listDueForErasure(deps.clock.now(), BATCH_SIZE);
  for (const user of due) await eraseUser(deps, user);
  return due.length === BATCH_SIZE;
};

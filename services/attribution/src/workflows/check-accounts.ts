import { isDeepStrictEqual } from 'node:util';
import { accountChecked, affiliateSuspected } from '@tributary/contracts';
import { isPublicAddress } from '@tributary/networks/addresses';
import { type Deps } from '../deps.ts';
import { checkAccount, evidenceOfCheck, type KnownAccount } from '../domain/account-check.ts';
import { shownFigures } from '../domain/affiliate-case.ts';
import { type CheckedPair } from '../store/account-check-store.ts';

export type CheckDeps = Pick<
  Deps,
  | 'accountChecks'
  | 'accountGroups'
  | 'clock'
  | 'findNetwork'
  | 'identities'
  | 'reviewHistories'
  | 'transaction'
>;

/** What is known of an account by now. */
async function gatherAccount(
  deps: CheckDeps,
  { affiliateId, brandId }: CheckedPair,
): Promise<KnownAccount> {
  const { accountGroups, clock, findNetwork, identities, reviewHistories } = deps;
  const addresses = (await identities.listAddresses(affiliateId)).filter(isPublicAddress);
  const unlisted = addresses.filter((ip) => findNetwork(ip) === null);
  const [reviews, onSameLine, group] = await Promise.all([
    reviewHistories.countUntil(affiliateId, clock.now()),
    identities.countOnLines(affiliateId, unlisted),
    accountGroups.findOf(brandId, affiliateId),
  ]);
  return {
    reviews,
    onSameLine,
    isAnonymous: addresses.length === 0 ? null : unlisted.length === 0,
    group,
  };
}

/**
 * Compares an account with others for a brand that it applied to. A result that differs from the last one is published,
 * and the brand is warned when the account requires a review. Nothing is held for it.
 */
export const checkPair =
  (deps: CheckDeps) =>
  async (pair: CheckedPair): Promise<void> => {
    const { affiliateId, brandId, campaignId } = pair;
    const checkedAt = deps.clock.now();
    await deps.transaction(async ({ accountChecks, suspicions, outbox }) => {
      const before = await accountChecks.find(pair);
      // Within the transaction, so that of two checks at a time the later one sees what the earlier one saw.
      const found = checkAccount(await gatherAccount(deps, pair));
      if (isDeepStrictEqual(before?.factors, found.factors)) return;
      await accountChecks.save({ affiliateId, brandId, campaignId, ...found, checkedAt });
      const snapshot = { affiliateId, brandId, ...found, checkedAt: checkedAt.toISOString() };
      await outbox.add(accountChecked(snapshot));
      if (!found.requiresReview || before?.requiresReview === true) return;
      const figures = await suspicions.figuresOf(brandId, affiliateId);
      const evidence = evidenceOfCheck(found.factors);
      const suspicion = { affiliateId, brandId, campaignId, about: 'account' as const, evidence };
      await outbox.add(affiliateSuspected({ ...suspicion, ...shownFigures(figures) }));
    });
  };

/** Checks these accounts again, and those that are linked with them, for all brands that they applied to. */
export const checkAccountsAgain =
  (deps: CheckDeps) =>
  async (affiliateIds: readonly string[]): Promise<void> => {
    const linked = await Promise.all(affiliateIds.map((id) => deps.identities.findLinked(id)));
    const ids = [...affiliateIds, ...linked.flat().map(({ accountId }) => accountId)];
    for (const pair of await deps.accountChecks.listPairs([...new Set(ids)])) {
      await checkPair(deps)(pair);
    }
  };

/** Checks the accounts that applied to a brand again. */
export async function checkBrandAgain(deps: CheckDeps, brandId: string): Promise<void> {
  for await (const pairs of deps.accountChecks.streamPairs(brandId)) {
    for (const pair of pairs) await checkPair(deps)(pair);
  }
}

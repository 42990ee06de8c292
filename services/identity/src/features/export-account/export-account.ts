import { accountDataLines } from '@tributary/service';
import { type Deps } from '../../deps.ts';

type ExportDeps = Pick<Deps, 'accountData' | 'otherAccountData' | 'accountExportLimit'>;

/**
 * Reads what all services store of an account, while it is sent.
 * @param authorization the owner's header, by which the other services know the account
 * @throws rate_limited; unavailable `account_data_unavailable`, which is not counted
 */
export const exportAccount =
  ({ accountData, otherAccountData, accountExportLimit }: ExportDeps) =>
  async (accountId: string, authorization: string): Promise<AsyncGenerator<string | Buffer>> => {
    await accountExportLimit.consume(accountId);
    try {
      const others = await otherAccountData.open(authorization);
      return linesOf(accountDataLines('identity', accountData, accountId), others);
    } catch (error) {
      await accountExportLimit.giveBack(accountId);
      throw error;
    }
  };

async function* linesOf(
  own: AsyncGenerator<string>,
  others: AsyncGenerator<Buffer>,
): AsyncGenerator<string | Buffer> {
  yield* own;
  yield* others;
}

import { describeLedger } from '@tributary/testing';
import { TestLedger } from './test-ledger.ts';

const ledger = new TestLedger();
const call = <Result>(command: () => Result): Promise<Result> => Promise.resolve().then(command);

describeLedger('the ledger of payout’s tests', () => ({
  earn: (affiliateId, ...amountsMinor) => call(() => ledger.earn(affiliateId, ...amountsMinor)),
  reserve: (affiliateId, amountMinor, { payoutId, commissionIds = [], attempt = 0 }) =>
    call(() => ledger.reserve({ payoutId, affiliateId, amountMinor, commissionIds, attempt })),
  settle: (payoutId) =>
    call(() => {
      ledger.settle(payoutId);
    }),
  release: (payoutId, attempt) =>
    call(() => {
      ledger.release(payoutId, attempt);
    }),
  restore: (payoutId) =>
    call(() => {
      ledger.restore(payoutId);
    }),
  balance: (affiliateId) => call(() => ledger.balance(affiliateId)),
}));

import { outcomeOf, type Item } from './item.ts';

const itemOf = (status: Item['transaction_status'], error?: string): Item => ({
  payout_item_id: 'item_1',
  payout_batch_id: 'batch_1',
  sender_batch_id: 'key',
  transaction_id: 'wtx_1',
  transaction_status: status,
  payout_item: { sender_item_id: 'payout', amount: { value: '97.35', currency: 'USD' } },
  errors: error === undefined ? null : { name: error },
});

it.each([
  ['PENDING', 'pending', null],
  ['ONHOLD', 'pending', null],
  ['UNCLAIMED', 'pending', null],
  ['SUCCESS', 'paid', null],
  ['FAILED', 'failed', 'failed'],
  ['RETURNED', 'failed', 'returned'],
  ['BLOCKED', 'failed', 'blocked'],
  ['REFUNDED', 'reversed', null],
  ['REVERSED', 'reversed', null],
] as const)('an item that is %s counts as %s', (status, state, failureReason) => {
  const ids = { transactionId: 'wtx_1', batchId: 'batch_1', itemId: 'item_1' };
  expect(outcomeOf(itemOf(status))).toEqual({
    state,
    failureReason,
    failureIsTemporary: false,
    ...ids,
  });
});

it('an item that failed temporarily may be retried', () => {
  expect(outcomeOf(itemOf('FAILED', 'TEMPORARY_ERROR'))).toMatchObject({
    failureReason: 'temporary_error',
    failureIsTemporary: true,
  });
});

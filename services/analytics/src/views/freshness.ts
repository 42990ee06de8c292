/** For the descriptions of operations with figures of clicks, orders and commissions. */
export const countedFromEvents =
  'Counted from events: an order or a review is in the figures a moment after its answer, under load seconds later.';

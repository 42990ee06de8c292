import fc from 'fast-check';
import { type AccountGroup, groupAccounts, sumByAccount, thingsOf } from './account-group.ts';
import { type CodeAndClick } from './order-fact.ts';
import { kindOf, type SharedThing } from './shared-thing.ts';

interface Order {
  readonly affiliateId: string | null;
  readonly customer: string | null;
  readonly ip: string | null;
  readonly visitorId: string | null;
  readonly codeAndClick?: CodeAndClick;
}

const line = (index: number): string => `88.64.10.${String(index)}`;

const order = (affiliateId: string, given: Partial<Order> = {}): Order => ({
  affiliateId,
  customer: null,
  ip: null,
  visitorId: null,
  ...given,
});

const groupsOf = (orders: readonly Order[]): AccountGroup[] => groupAccounts(sumByAccount(orders));

/** A dozen accounts, each of which ordered from three of four lines. */
const ring = Array.from({ length: 36 }, (_, index) => {
  const account = index % 12;
  const ip = line((account + Math.floor(index / 12)) % 4);
  return order(`ring-${String(account).padStart(2, '0')}`, { ip });
});

describe('groups of accounts', () => {
  it('are those whose orders come from the same lines', () => {
    const others = Array.from({ length: 30 }, (_, index) =>
      order(`other-${String(index % 5)}`, { ip: line(100 + index) }),
    );
    const [group, ...rest] = groupsOf([...ring, ...others]);
    expect(rest).toEqual([]);
    expect(group?.accounts).toHaveLength(12);
    expect(group?.accounts[0]).toBe('ring-00');
    expect(new Set(group?.things.map(kindOf))).toEqual(new Set(['line']));
  });

  it('connect no affiliates whose customers use one gateway among others', () => {
    const orders = Array.from({ length: 200 }, (_, index) =>
      order(`affiliate-${String(index % 10)}`, {
        ip: index % 50 < 10 ? line(1) : null,
        customer: `customer-${String(index)}`,
      }),
    );
    expect(groupsOf(orders)).toEqual([]);
  });

  it('connect nobody by private addresses, nor by a single order each', () => {
    const local = ['a', 'a', 'b', 'b'].map((id) => order(id, { ip: '10.0.0.1' }));
    expect(groupsOf(local)).toEqual([]);
    expect(groupsOf(['a', 'b'].map((id) => order(id, { ip: line(1) })))).toEqual([]);
  });

  const codeAndClick = { couponId: 'X', codeAffiliateId: 'b', clickAffiliateId: 'a' };

  it('connect accounts by the code of one in orders by the click of the other, whichever earned them', () => {
    const earnedByClick = [order('a', { codeAndClick }), order('a')];
    const earnedByCode = [order('b', { codeAndClick }), order('b'), order('c'), order('c')];
    expect(groupsOf([...earnedByClick, ...earnedByCode])).toEqual([
      { accounts: ['a', 'b'], things: ['coupon code:X|a'] },
    ]);
  });

  it('connect nobody by a code that is in few orders of either', () => {
    const many = Array.from({ length: 9 }, () => order('a'));
    expect(groupsOf([order('b', { codeAndClick }), order('b'), ...many])).toEqual([]);
  });

  it('connect accounts of one owner with what their orders connect, and show by which things', () => {
    const owned = new Map<string, SharedThing[]>([
      ['b', ['payout destination:b|c']],
      ['c', ['payout destination:b|c', 'mailbox:m']],
    ]);
    const orders = [
      ...['a', 'a', 'b', 'b'].map((id) => order(id, { customer: 'x' })),
      ...['c', 'c'].map((id) => order(id)),
    ];
    expect(groupAccounts(sumByAccount(orders, owned))).toEqual([
      { accounts: ['a', 'b', 'c'], things: ['customer:x', 'payout destination:b|c'] },
    ]);
    expect(thingsOf(orders[4] ?? order('c'))).toEqual([]);
  });

  const orders = fc.array(
    fc.record({
      affiliateId: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')),
      customer: fc.option(fc.constantFrom('x', 'y', 'z')),
      ip: fc.option(fc.integer({ min: 1, max: 12 }).map(line)),
      visitorId: fc.option(fc.constantFrom('1', '2', '3', '4')),
    }),
    { maxLength: 40 },
  );

  it('have no account in common, and at least two each, whatever is ordered', () => {
    fc.assert(
      fc.property(orders, (given) => {
        const groups = groupsOf(given);
        const accounts = groups.flatMap((group) => group.accounts);
        expect(new Set(accounts).size).toBe(accounts.length);
        for (const group of groups) {
          expect(group.accounts.length).toBeGreaterThan(1);
          expect(group.things.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('do not depend on the order of the orders', () => {
    const shuffled = orders.chain((given) =>
      fc.tuple(
        fc.constant(given),
        fc.shuffledSubarray(given, { minLength: given.length, maxLength: given.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([given, mixed]) => {
        expect(groupsOf(mixed)).toEqual(groupsOf(given));
      }),
    );
  });

  it('stay as they are beside accounts that share nothing with them', () => {
    fc.assert(
      fc.property(orders, fc.nat(5), (given, strangers) => {
        const added = Array.from({ length: strangers * 2 }, (_, index) =>
          order(`stranger-${String(index)}`, {
            ip: line(200 + index),
            visitorId: `s${String(index)}`,
          }),
        );
        expect(groupsOf([...given, ...added, ...added])).toEqual(groupsOf(given));
      }),
    );
  });
});

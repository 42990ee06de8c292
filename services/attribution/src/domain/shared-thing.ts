/** What shows that one person has two accounts: strong enough alone, unlike an address of an office. */
export type Link = 'mailbox' | 'payout destination';

/** What accounts can have in common: what their owners have, and what their orders come by. */
export type Kind = Link | 'coupon code' | 'customer' | 'device' | 'line';

/** A thing that accounts can have in common: its kind, which is shown, and its key, which never is. */
export type SharedThing = `${Kind}:${string}`;

export const kindOf = (thing: SharedThing): Kind => thing.slice(0, thing.indexOf(':')) as Kind;

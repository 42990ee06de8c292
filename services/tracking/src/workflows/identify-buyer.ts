import { mailboxOf } from '@tributary/contracts';
import { type Deps } from '../deps.ts';
import { type Browser, type Buyer, isDisposable } from '../domain/buyer.ts';

export type BuyerDeps = Pick<Deps, 'disposableDomains' | 'findPlace' | 'hashEmail'>;

/** The evidence of a buyer's identity. The e-mail address is stored only as a hash. */
export const identifyBuyer = (
  { findPlace, hashEmail, disposableDomains }: BuyerDeps,
  browser: Browser,
  email: string | undefined,
): Buyer => ({
  ...browser,
  buyerCountry:
    browser.buyerCountry ?? (browser.buyerIp === null ? null : findPlace(browser.buyerIp).country),
  mailboxHash: email === undefined ? null : hashEmail(mailboxOf(email)),
  isDisposableEmail: email === undefined ? null : isDisposable(email, disposableDomains),
});

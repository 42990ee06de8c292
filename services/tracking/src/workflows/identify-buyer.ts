import { mailboxOf } from '@tributary/contracts';
import { type Deps } from '../deps.ts';
import { type Browser, type Buyer, isDisposable } from '../domain/buyer.ts';

/** Who ordered, as far as the call says; of the e-mail only what cannot lead back to it. */
export const buyerOf = (
  { findPlace, hashEmail, disposableDomains }: Deps,
  browser: Browser,
  email: string | undefined,
): Buyer => ({
  ...browser,
  buyerCountry:
    browser.buyerCountry ?? (browser.buyerIp === null ? null : findPlace(browser.buyerIp).country),
  mailboxHash: email === undefined ? null : hashEmail(mailboxOf(email)),
  isDisposableEmail: email === undefined ? null : isDisposable(email, disposableDomains),
});

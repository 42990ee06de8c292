import { type ConversionSnapshot } from '@tributary/contracts';
import { isPublicAddress } from '@tributary/networks/addresses';
import { absent, notAvailable, present } from '../finding.ts';
import { defineSignal } from '../signal.ts';

const customerOf = ({ ip, evidence }: ConversionSnapshot) => ({
  mailbox: evidence?.mailboxHash ?? null,
  addresses: [ip, evidence?.buyerIp ?? null].filter(isPublicAddress),
});

/** The customer is the affiliate, by mailbox or by an address that the affiliate signed in from. */
export const selfReferral = defineSignal({
  name: 'self_referral',
  description: 'The customer looks like the affiliate',
  cause: 'self',
  changedIn: 3,
  weight: 0.95,
  thresholds: {},
  needs: ['conversion', 'identity'],
  evaluate: ({ conversion, identity }) => {
    if (conversion.affiliateId === null || identity === null) {
      return notAvailable('the affiliate’s own addresses are not known');
    }
    const { mailbox, addresses } = customerOf(conversion);
    if (mailbox === null && addresses.length === 0) {
      return notAvailable('neither mailbox nor address of the customer is known');
    }
    if (mailbox !== null && identity.mailboxHashes.includes(mailbox)) {
      return present('The customer’s mailbox is the affiliate’s own');
    }
    return addresses.some((address) => identity.ips.includes(address))
      ? present('The affiliate works from the address that the click or order came from')
      : absent('Nothing of the customer is the affiliate’s own');
  },
});

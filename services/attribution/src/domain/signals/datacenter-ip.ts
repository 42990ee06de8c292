import { absent, notAvailable, present } from '../finding.ts';
import { defineSignal } from '../signal.ts';

/** Data centres and Tor together. Never flags alone: the gateways of security providers are in data centres, too. */
export const datacenterIp = defineSignal({
  name: 'datacenter_ip',
  description: 'The click or order came from a data centre',
  cause: 'address',
  changedIn: 7,
  weight: 0.4,
  thresholds: {},
  needs: ['networks'],
  evaluate: ({ networks }) => {
    if (networks === null) return notAvailable('no public address of click or order is known');
    return networks.includes('datacenter') || networks.includes('tor')
      ? present('The click or order came from a data centre or Tor')
      : absent('Neither click nor order came from a known data centre');
  },
});

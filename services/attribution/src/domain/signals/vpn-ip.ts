import { absent, notAvailable, present } from '../finding.ts';
import { defineSignal } from '../signal.ts';

/** Weighs little: most people who use a VPN are honest. */
export const vpnIp = defineSignal({
  name: 'vpn_ip',
  description: 'The click came through a VPN or proxy',
  cause: 'address',
  changedIn: 7,
  weight: 0.08,
  thresholds: {},
  needs: ['networks'],
  evaluate: ({ networks }) => {
    if (networks === null) return notAvailable('no public address of click or order is known');
    return networks.includes('vpn')
      ? present('The click or order came through a VPN or proxy')
      : absent('Neither click nor order came through a known VPN or proxy');
  },
});

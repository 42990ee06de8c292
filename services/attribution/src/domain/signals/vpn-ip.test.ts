import { anEvidence } from '../../testing/evidence.ts';
import { type Network } from '@tributary/networks';
import { vpnIp } from './vpn-ip.ts';

const valueOf = (networks: readonly Network[] | null) =>
  vpnIp.evaluate(anEvidence({ networks }), {}).value;

describe('vpn_ip', () => {
  it('is 1 for a VPN, and 0 for data centres and unlisted addresses', () => {
    expect(valueOf(['tor', 'vpn'])).toBe(1);
    expect(valueOf(['datacenter'])).toBe(0);
    expect(valueOf([])).toBe(0);
  });

  it('is not available without a public address', () => {
    expect(valueOf(null)).toBeNull();
  });
});

import { anEvidence } from '../../testing/evidence.ts';
import { type Network } from '@tributary/networks';
import { datacenterIp } from './datacenter-ip.ts';

const valueOf = (networks: readonly Network[] | null) =>
  datacenterIp.evaluate(anEvidence({ networks }), {}).value;

describe('datacenter_ip', () => {
  it('is 1 for a data centre and for Tor, and 0 for a VPN and unlisted addresses', () => {
    expect(valueOf(['datacenter'])).toBe(1);
    expect(valueOf(['tor', 'vpn'])).toBe(1);
    expect(valueOf(['vpn'])).toBe(0);
    expect(valueOf([])).toBe(0);
  });

  it('is not available without a public address', () => {
    expect(valueOf(null)).toBeNull();
  });
});

import { type ConversionSnapshot } from '@tributary/contracts';
import { aConversion } from '@tributary/testing';
import { evidenceFor, orderEvidence, PUBLIC_IP } from '../../testing/evidence.ts';
import { type AffiliateIdentity } from '../evidence.ts';
import { selfReferral } from './self-referral.ts';

const OWN_IP = '79.192.10.20';
const affiliate: AffiliateIdentity = { mailboxHashes: ['own'], ips: [OWN_IP, '10.0.0.1'] };

const valueOf = (
  given: Partial<ConversionSnapshot>,
  identity: AffiliateIdentity | null = affiliate,
) =>
  selfReferral.evaluate(evidenceFor(aConversion({ ip: PUBLIC_IP, ...given }), { identity }), {})
    .value;

describe('self_referral', () => {
  it('is 1 for the affiliate’s mailbox, and for its address at the click or the order', () => {
    expect(valueOf({ evidence: orderEvidence({ mailboxHash: 'own' }) })).toBe(1);
    expect(valueOf({ evidence: orderEvidence({ buyerIp: OWN_IP }) })).toBe(1);
    expect(valueOf({ ip: OWN_IP })).toBe(1);
    expect(valueOf({ evidence: orderEvidence({ mailboxHash: 'other' }) })).toBe(0);
  });

  it('ignores a private address, which a whole office shares', () => {
    const evidence = orderEvidence({ mailboxHash: 'other' });
    expect(valueOf({ ip: '10.0.0.1', evidence })).toBe(0);
  });

  it('is not available when either side is unknown', () => {
    expect(valueOf({ evidence: orderEvidence({ mailboxHash: 'own' }) }, null)).toBeNull();
    expect(valueOf({ ip: null, evidence: null })).toBeNull();
    expect(valueOf({ affiliateId: null })).toBeNull();
  });
});

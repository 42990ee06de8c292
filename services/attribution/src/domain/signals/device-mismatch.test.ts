import { aConversion } from '@tributary/testing';
import { evidenceFor, orderEvidence } from '../../testing/evidence.ts';
import { defaultSettings } from '../attribution.ts';
import { deviceMismatch } from './device-mismatch.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome';
const DESKTOP = `${CHROME}/140.0.0.0 Safari/537.36`;
const UPDATED_DESKTOP = `${CHROME}/141.0.0.0 Safari/537.36`;
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

function valueOf(
  userAgent: string | null,
  buyerUserAgent: string | null,
  fingerprintingEnabled = true,
) {
  const conversion = aConversion({ userAgent, evidence: orderEvidence({ buyerUserAgent }) });
  const settings = { ...defaultSettings, fingerprintingEnabled };
  return deviceMismatch.evaluate(evidenceFor(conversion, { settings }), {}).value;
}

describe('device_mismatch', () => {
  it('is 1 for browsers of different kinds and 0 for the same kind', () => {
    expect(valueOf(DESKTOP, PHONE)).toBe(1);
    expect(valueOf(DESKTOP, UPDATED_DESKTOP)).toBe(0);
    expect(valueOf(DESKTOP, DESKTOP)).toBe(0);
  });

  it('is not available when one user agent is missing or blank', () => {
    expect(valueOf(DESKTOP, null)).toBeNull();
    expect(valueOf(null, DESKTOP)).toBeNull();
    expect(valueOf('', DESKTOP)).toBeNull();
    expect(valueOf(DESKTOP, ' ')).toBeNull();
  });

  it('is not available in a campaign without fingerprints', () => {
    expect(valueOf(DESKTOP, PHONE, false)).toBeNull();
  });
});

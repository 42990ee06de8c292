import { aConversion } from '@tributary/testing';
import { evidenceFor, orderEvidence } from '../../testing/evidence.ts';
import { geoMismatch } from './geo-mismatch.ts';

const valueOf = (clickCountry: string | null, buyerCountry: string | null) =>
  geoMismatch.evaluate(
    evidenceFor(aConversion({ evidence: orderEvidence({ clickCountry, buyerCountry }) })),
    {},
  ).value;

describe('geo_mismatch', () => {
  it('is 1 for different countries and 0 for the same', () => {
    expect(valueOf('DE', 'BR')).toBe(1);
    expect(valueOf('DE', 'DE')).toBe(0);
  });

  it('is not available when a country or all evidence is missing', () => {
    expect(valueOf('DE', null)).toBeNull();
    expect(geoMismatch.evaluate(evidenceFor(aConversion({ evidence: null })), {}).value).toBeNull();
  });
});

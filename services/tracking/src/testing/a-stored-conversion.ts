import { aConversion } from '@tributary/testing';
import { type Conversion } from '../domain/conversion.ts';

/** A pending sale of 100.00 USD, not assessed yet. */
export function aStoredConversion(given: Partial<Conversion> = {}): Conversion {
  const {
    conversionId,
    clickedAt: _clickedAt,
    consent: _consent,
    tierBonuses: _tierBonuses,
    ...facts
  } = aConversion();
  const { affiliateId } = facts;
  return {
    ...facts,
    id: conversionId,
    clickedAt: new Date('2026-05-01T11:00:00Z'),
    convertedAt: new Date('2026-05-01T12:00:00Z'),
    createdAt: new Date('2026-05-01T12:00:00Z'),
    affiliateIds: affiliateId === null ? [] : [affiliateId],
    refererUrl: null,
    platform: null,
    metadataText: null,
    unpayableReason: null,
    requiresReview: false,
    fraudScore: null,
    factors: [],
    shares: [],
    assessedAt: null,
    review: null,
    adjustments: [],
    commissions: [],
    dispute: null,
    ...given,
  };
}

import { randomUUIDv7 } from 'node:crypto';
import { type Claim } from '../domain/claim.ts';

/** An open claim to an order of 80.00 USD. */
export const aClaim = (given: Partial<Claim> = {}): Claim => ({
  id: randomUUIDv7(),
  brandId: randomUUIDv7(),
  campaignId: randomUUIDv7(),
  affiliateId: randomUUIDv7(),
  orderId: 'A-1002',
  orderedAt: new Date('2026-05-01T12:00:00Z'),
  valueMinor: 8_000,
  currency: 'USD',
  evidence: { by: 'link', linkId: randomUUIDv7(), trackingCode: 'code' },
  note: null,
  status: 'open',
  reason: null,
  notes: null,
  conversionId: null,
  createdAt: new Date('2026-05-03T09:00:00Z'),
  expiresAt: new Date('2026-06-02T09:00:00Z'),
  decidedAt: null,
  ...given,
});

import { createHash } from 'node:crypto';
import { type ClickMinute } from '../../domain/click-minute.ts';
import { type Traits } from '../../domain/rollup.ts';
import { type CommissionFactDocument, type ConversionFactDocument } from '../collections.ts';
import { type Row } from './client.ts';

const traitsRow = ({ utm, country, device, browser }: Traits): Row => ({
  utm_source: utm.source,
  utm_medium: utm.medium,
  utm_campaign: utm.campaign,
  utm_term: utm.term,
  utm_content: utm.content,
  country,
  device,
  browser,
});

const SECOND_MS = 1_000;

/** A short name of an event: counts of one link, minute and traits replace themselves by it. */
const eventNumber = (eventId: string): string =>
  createHash('sha256').update(eventId).digest().readBigUInt64LE().toString();

/** A minute's counts, one row for each traits. */
export function minuteRows(minute: ClickMinute, eventId: string): Row[] {
  const { at, affiliateId, brandId, campaignId, linkId, traits } = minute;
  const owners = { brand_id: brandId, campaign_id: campaignId, affiliate_id: affiliateId };
  const about = { ...owners, link_id: linkId, minute: at.getTime() / SECOND_MS };
  const event = eventNumber(eventId);
  return traits.map((counts) => ({
    ...about,
    event,
    ...traitsRow(counts),
    unique_clicks: counts.unique,
    duplicate_clicks: counts.duplicate,
    invalid_clicks: counts.invalid,
    refused_clicks: counts.withoutConsent ?? 0,
  }));
}

type Fact = ConversionFactDocument | CommissionFactDocument;

/** States have even numbers, and the one before each removes the state from where it was. */
const versionOf = ({ version = 0 }: Fact): number => 2 * version;

const factRow = (fact: Fact): Row => ({
  brand_id: fact.brandId,
  campaign_id: fact.campaignId,
  affiliate_id: fact.affiliateId,
  link_id: fact.linkId,
  id: fact._id,
  converted_at: fact.convertedAt.toISOString().slice(0, -1).replace('T', ' '),
  order_id: fact.orderId ?? null,
  status: fact.status,
  currency: fact.currency,
  ...traitsRow(fact),
  version: versionOf(fact),
  is_deleted: 0,
});

export const conversionRow = (fact: ConversionFactDocument): Row => ({
  ...factRow(fact),
  value_minor: fact.valueMinor,
  refunded_minor: fact.refundedMinor,
});

export const commissionRow = (fact: CommissionFactDocument): Row => ({
  ...factRow(fact),
  conversion_id: fact.conversionId ?? null,
  amount_minor: fact.amountMinor,
  paid_minor: fact.paidMinor ?? null,
});

const placeOf = ({ brandId, campaignId, affiliateId, convertedAt }: Fact): string =>
  JSON.stringify([brandId, campaignId, affiliateId, convertedAt]);

/** The rows of changed facts: their states, and what removes those that were elsewhere before. */
export function changedRows<Some extends Fact>(
  { before, now }: { readonly before: readonly Some[]; readonly now: readonly Some[] },
  rowOf: (fact: Some) => Row,
): Row[] {
  const earlier = new Map(before.map((fact) => [fact._id, fact]));
  return now.flatMap((fact) => {
    const old = earlier.get(fact._id);
    if (old === undefined || placeOf(old) === placeOf(fact)) return [rowOf(fact)];
    return [{ ...rowOf(old), version: versionOf(fact) - 1, is_deleted: 1 }, rowOf(fact)];
  });
}

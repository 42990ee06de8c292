import {
  assessmentSnapshot,
  type AdjustedConversion,
  type AssessmentSnapshot,
  campaignSnapshot,
  type CampaignSnapshot,
  type ConversionSnapshot,
  linkSnapshot,
  type ReviewedConversion,
} from '@tributary/contracts';
import { isAppError } from '@tributary/errors';
import { openGrpcClient } from '@tributary/grpc';
import { type BaseConfig } from '@tributary/service';
import { type KnownLink } from '../domain/click.ts';

const LOOK_UP_MS = 500;
/**
 * For what a brand decides. Above what a stalled disk costs a transaction: a review answered sooner
 * would say that no commission was created, or that the conversion is not assessed yet.
 */
const PERSON_WAITS_MS = 5_000;
/** A bulk is worth waiting for: each of its items adds to the time that booking may take. */
const PER_ITEM_MS = 50;

/** The questions this service asks others; each has a deadline and may be repeated. */
export interface Remote {
  /** A link and its campaign as they are now; undefined where there is no such link. */
  resolveLink(trackingCode: string): Promise<KnownLink | undefined>;
  findCampaign(campaignId: string): Promise<CampaignSnapshot | undefined>;
  /** In the order asked. */
  assess(conversions: readonly ConversionSnapshot[]): Promise<readonly AssessmentSnapshot[]>;
  /** Books commissions now. @returns which conversions have some now */
  createCommissions(conversions: readonly ReviewedConversion[]): Promise<ReadonlySet<string>>;
  /** Takes an adjustment to the commissions now. */
  applyAdjustment(conversion: AdjustedConversion): Promise<{ reversed: number; adjusted: number }>;
  close(): void;
}

const unlessNotFound = (error: unknown): undefined => {
  if (isAppError(error) && error.kind === 'not_found') return undefined;
  throw error;
};

const quick = { deadlineMs: LOOK_UP_MS, idempotent: true };
const patient = { deadlineMs: PERSON_WAITS_MS, idempotent: true };

function askCampaign(address: string) {
  const campaigns = openGrpcClient('tributary.campaign.v1.Campaigns', address);
  const resolveLink: Remote['resolveLink'] = async (trackingCode) => {
    const asked = campaigns.call('ResolveLink', { trackingCode }, quick);
    const found = await asked.catch(unlessNotFound);
    if (found === undefined) return undefined;
    const link = linkSnapshot.parse(JSON.parse(found.link));
    return { link, campaign: campaignSnapshot.parse(JSON.parse(found.campaign)) };
  };
  const findCampaign: Remote['findCampaign'] = async (campaignId) => {
    const asked = campaigns.call('GetCampaign', { campaignId }, quick);
    const found = await asked.catch(unlessNotFound);
    return found === undefined ? undefined : campaignSnapshot.parse(JSON.parse(found.campaign));
  };
  return { resolveLink, findCampaign, close: () => campaigns.close() };
}

function askAttribution(address: string) {
  const attribution = openGrpcClient('tributary.attribution.v1.Attribution', address);
  const assess: Remote['assess'] = async (conversions) => {
    const asked = conversions.map((conversion) => JSON.stringify(conversion));
    const answered = await attribution.call('Assess', { conversions: asked }, patient);
    return answered.assessments.map((text) => assessmentSnapshot.parse(JSON.parse(text)));
  };
  return { assess, close: () => attribution.close() };
}

function askCommission(address: string) {
  const commissions = openGrpcClient('tributary.commission.v1.Commissions', address);
  const createCommissions: Remote['createCommissions'] = async (conversions) => {
    const asked = { conversions: conversions.map((conversion) => JSON.stringify(conversion)) };
    const deadlineMs = PERSON_WAITS_MS + conversions.length * PER_ITEM_MS;
    const bulk = { ...patient, deadlineMs };
    const { results } = await commissions.call('CreateForConversions', asked, bulk);
    // Asked right after the approval: what is there was made by it, whether this question or the
    // approval's event came first.
    const created = results.filter(({ commissionIds }) => commissionIds.length > 0);
    return new Set(created.map(({ conversionId }) => conversionId));
  };
  const applyAdjustment: Remote['applyAdjustment'] = async (conversion) => {
    const asked = { conversion: JSON.stringify(conversion) };
    const answered = await commissions.call('ApplyAdjustment', asked, patient);
    return { reversed: answered.reversedCommissions, adjusted: answered.adjustedCommissions };
  };
  return { createCommissions, applyAdjustment, close: () => commissions.close() };
}

/** Opens clients of campaign, attribution and commission. They connect at the first question. */
export function openRemote({ grpcAddresses }: Pick<BaseConfig, 'grpcAddresses'>): Remote {
  const campaign = askCampaign(grpcAddresses.campaign);
  const attribution = askAttribution(grpcAddresses.attribution);
  const commission = askCommission(grpcAddresses.commission);
  return {
    ...campaign,
    ...attribution,
    ...commission,
    close: () => {
      campaign.close();
      attribution.close();
      commission.close();
    },
  };
}

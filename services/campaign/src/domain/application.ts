import {
  affiliateLeft,
  applicationApproved,
  applicationRejected,
  type ApplicationSnapshot,
  applicationSubmitted,
  type DomainEvent,
} from '@tributary/contracts';
import { conflict, forbidden } from '@tributary/errors';
import { type Campaign, shownStatusOf } from './campaign.ts';
import { type AffiliateFacts, failedCriteria } from './criteria.ts';

export interface Application {
  readonly id: string;
  readonly campaignId: string;
  readonly campaignName: string;
  readonly brandId: string;
  readonly affiliateId: string;
  readonly status: 'pending' | 'approved' | 'rejected' | 'left';
  /** The affiliate's message to the brand. */
  readonly message: string | null;
  /** The brand's reason for its decision, the failed criteria, or why the application is pending. */
  readonly notes: string | null;
  readonly failedCriteria: readonly string[];
  readonly createdAt: Date;
  /** Time of the decision; null while pending. */
  readonly reviewedAt: Date | null;
  /** Set where the status is left; older records have no such field. */
  readonly endedBy?: EndedBy;
}

type EndedBy = 'affiliate' | 'brand';

export interface ApplicationDecision {
  readonly application: Application;
  readonly events: readonly DomainEvent[];
}

/** Whether an application is pending or approved; an affiliate has at most one such per campaign. */
export const isOpen = ({ status }: Pick<Application, 'status'>): boolean =>
  status === 'pending' || status === 'approved';

/** The error for a second application while the first is open. */
export const alreadyApplied = (existing?: Application) =>
  conflict(existing?.status === 'approved' ? 'already_member' : 'already_applied', {
    message:
      existing?.status === 'approved'
        ? 'The campaign has been joined already'
        : 'An application for this campaign is pending already',
    details: existing === undefined ? {} : { application_id: existing.id, status: existing.status },
  });

const snapshotOf = (application: Application): ApplicationSnapshot => ({
  applicationId: application.id,
  campaignId: application.campaignId,
  campaignName: application.campaignName,
  brandId: application.brandId,
  affiliateId: application.affiliateId,
  status: application.status,
  notes: application.notes,
});

interface ApplicationRequest {
  readonly id: string;
  readonly affiliateId: string;
  readonly message: string | null;
  readonly isInvited: boolean;
  /** Whether the brand ended the affiliate's last membership and has not invited the affiliate since. */
  readonly wasRemoved: boolean;
  readonly now: Date;
}

/**
 * Status and notes of a new application. An invitation is the brand's consent in advance. An affiliate
 * whom the brand removed stays pending: neither criteria nor a forwarded invitation override a removal.
 */
function outcomeOf(
  campaign: Campaign,
  { isInvited, wasRemoved }: ApplicationRequest,
  facts: AffiliateFacts,
): Pick<Application, 'status' | 'notes' | 'failedCriteria'> {
  if (wasRemoved) {
    const notes = 'Waits for the brand, which ended an earlier membership';
    return { status: 'pending', notes, failedCriteria: [] };
  }
  const { approval, commission } = campaign;
  if (isInvited) return { status: 'approved', notes: null, failedCriteria: [] };
  if (approval.mode === 'manual') return { status: 'pending', notes: null, failedCriteria: [] };
  const failed = failedCriteria(approval.criteria, commission.currency, facts);
  if (failed.length === 0) return { status: 'approved', notes: null, failedCriteria: [] };
  const notes = `Criteria not met: ${failed.join(', ')}`;
  return { status: 'rejected', notes, failedCriteria: failed };
}

/**
 * An affiliate applies to a campaign.
 * @param facts the affiliate's record, for campaigns that approve automatically
 * @throws conflict `campaign_not_active`; forbidden `invitation_required`, `tier_required`
 */
export function decideApplication(
  campaign: Campaign,
  request: ApplicationRequest,
  facts: AffiliateFacts,
): ApplicationDecision {
  const status = shownStatusOf(campaign);
  if (status !== 'active') {
    throw conflict('campaign_not_active', {
      message: `A campaign that is ${status} takes no applications`,
    });
  }
  if (campaign.approval.mode === 'invite_only' && !request.isInvited) {
    throw forbidden('invitation_required', { message: 'This campaign takes invited affiliates' });
  }
  if (campaign.isExclusive === true && !request.isInvited && !facts.opensExclusive) {
    throw forbidden('tier_required', {
      message: 'This campaign is open to affiliates of higher commission tiers',
    });
  }
  const outcome = outcomeOf(campaign, request, facts);
  const submitted: Application = {
    id: request.id,
    campaignId: campaign.id,
    campaignName: campaign.name,
    brandId: campaign.brandId,
    affiliateId: request.affiliateId,
    status: 'pending',
    message: request.message,
    notes: null,
    failedCriteria: [],
    createdAt: request.now,
    reviewedAt: null,
  };
  const submission = applicationSubmitted(snapshotOf(submitted));
  if (outcome.status === 'pending') {
    return { application: { ...submitted, ...outcome }, events: [submission] };
  }
  const application: Application = { ...submitted, ...outcome, reviewedAt: request.now };
  return { application, events: [submission, reviewEvent(application)] };
}

const reviewEvent = (application: Application): DomainEvent =>
  application.status === 'approved'
    ? applicationApproved(snapshotOf(application))
    : applicationRejected(snapshotOf(application));

/**
 * A brand reviews a pending application; the same decision again changes nothing.
 * @throws conflict `already_reviewed`, `campaign_not_active`
 */
export function decideReview(
  application: Application,
  review: { decision: 'approved' | 'rejected'; notes: string | null; now: Date },
  campaign: Pick<Campaign, 'status'>,
): ApplicationDecision {
  const { decision, notes, now } = review;
  if (application.status === decision) return { application, events: [] };
  if (application.status !== 'pending') {
    throw conflict('already_reviewed', {
      message: `The application is ${application.status} already`,
      details: { status: application.status },
    });
  }
  const isOver = campaign.status === 'completed' || campaign.status === 'archived';
  if (decision === 'approved' && isOver) {
    throw conflict('campaign_not_active', {
      message: `A campaign that is ${campaign.status} takes no members`,
    });
  }
  const reviewed: Application = { ...application, status: decision, notes, reviewedAt: now };
  return { application: reviewed, events: [reviewEvent(reviewed)] };
}

/** Ends an application. Only the end of a membership is published, not a withdrawn application. */
export function decideLeave(application: Application, endedBy: EndedBy): ApplicationDecision {
  const left: Application = { ...application, status: 'left', endedBy };
  const wasMember = application.status === 'approved';
  return { application: left, events: wasMember ? [affiliateLeft(snapshotOf(left))] : [] };
}

import { randomUUIDv7 } from 'node:crypto';
import {
  accountLinkPurposes,
  type AccountLinkPurpose,
  accountMailRequested,
  allEventTypes,
  attributionChangeApplied,
  attributionChangeUndone,
  claimDecided,
  claimReceived,
  commissionApproved,
  commissionCreated,
  conversionRejected,
  invitationMade,
  payoutCompleted,
  reportReady,
  secondFactorChanges,
  trackingAlarmEnded,
  trackingAlarmRaised,
  userSecondFactorChanged,
} from '@tributary/contracts';
import { aCampaign, anApprovedConversion, aUser } from '@tributary/testing';
import { formatsFor } from '../templates/formats.ts';
import { triggers } from './table.ts';
import { type TriggerContext } from './trigger.ts';

const context: TriggerContext = {
  campaignNameOf: () => 'Spring sale',
  isProved: () => true,
  localeOf: () => ({}),
};
const noticesOf = (type: string, data: unknown, within = context) => {
  const row = triggers.find(({ eventType }) => eventType.type === type);
  if (row === undefined) throw new Error(`No row for ${type}`);
  return row.noticesFor(data, within).map(({ text, ...notice }) => ({
    ...notice,
    ...text(formatsFor('en', 'UTC')),
  }));
};

const commission = { ...commissionApproved.sample, orderId: 'A-1' };
const payout = { ...payoutCompleted.sample, amountMinor: 5_000, currency: 'JPY' };

describe('the table of triggers', () => {
  it('has a row for every public event, so that no new event is forgotten', () => {
    const rows = new Set(triggers.map(({ eventType }) => eventType.type));
    const missing = allEventTypes().filter(
      ({ type, internalBecause }) => internalBecause === undefined && !rows.has(type),
    );
    expect(missing.map(({ type }) => type)).toEqual([]);
    expect(rows.size).toBe(triggers.length);
  });

  it('has rows of those internal events only that notify somebody', () => {
    const silent = triggers.filter(({ silentBecause }) => silentBecause !== undefined);
    for (const { eventType } of silent) expect(eventType.internalBecause).toBeUndefined();
  });

  it('notifies an affiliate of a commission, with its amount and campaign', () => {
    expect(noticesOf(commissionCreated.type, commission)).toEqual([
      {
        type: 'commission_earned',
        priority: 'normal',
        entityType: 'commission',
        entityId: commission.commissionId,
        recipients: [commission.affiliateId],
        title: 'You earned $12.00',
        message: 'Order A-1 in Spring sale earned you a commission of $12.00.',
        actionUrl: `/commissions/${commission.commissionId}`,
        actionLabel: 'See the commission',
      },
    ]);
    expect(noticesOf('commission.approved.v1', commission)[0]).toMatchObject({
      type: 'commission_approved',
      recipients: [commission.affiliateId],
    });
  });

  it('notifies a brand when its tracking breaks, and when it works again', () => {
    const brand = { recipients: [trackingAlarmRaised.sample.brandId], entityType: 'tracking' };
    expect(noticesOf(trackingAlarmRaised.type, trackingAlarmRaised.sample)).toMatchObject([
      { ...brand, type: 'tracking_alarm', priority: 'high', actionUrl: '/tracking' },
    ]);
    expect(noticesOf(trackingAlarmEnded.type, trackingAlarmEnded.sample)).toMatchObject([
      { ...brand, title: 'Orders of your shop carry clicks again' },
    ]);
  });

  it('notifies the brand of a claim, and the affiliate of its decision, but not of an answer at once', () => {
    const claim = claimReceived.sample;
    expect(noticesOf(claimReceived.type, claim)).toMatchObject([
      { type: 'claim_received', recipients: [claim.brandId], actionUrl: '/claims' },
    ]);
    const refused = { ...claimDecided.sample, status: 'refused', reason: 'unknown_order' };
    expect(noticesOf(claimDecided.type, { ...refused, notes: 'Not ours' })).toMatchObject([
      {
        type: 'claim_decided',
        recipients: [claim.affiliateId],
        title: 'Your claim to order A-1002 was refused',
        message: 'The brand finds no such order. The brand’s note: Not ours',
      },
    ]);
    const atOnce = { ...refused, status: 'answered', decidedAt: claim.createdAt };
    expect(noticesOf(claimDecided.type, atOnce)).toEqual([]);
  });

  it('notifies an affiliate once of a change of attribution, not of each commission that it moved', () => {
    const made = { ...commission, attributionChangeId: 'change', approvedAt: commission.createdAt };
    expect(noticesOf(commissionCreated.type, made)).toEqual([]);
    expect(noticesOf(commissionApproved.type, made)).toEqual([]);
    const heldUntilNow = { ...made, approvedAt: '2026-06-01T00:00:00.000Z' };
    expect(noticesOf(commissionApproved.type, heldUntilNow)).toHaveLength(1);
    const moved = attributionChangeApplied.sample;
    expect(noticesOf(attributionChangeApplied.type, moved)).toMatchObject([
      {
        type: 'attribution_changed',
        entityId: moved.changeId,
        recipients: [moved.affiliateId],
        title: 'Your commissions in Spring sale changed',
        message: expect.stringContaining('12 orders: $144.00 before, $120.00 now'),
      },
    ]);
    expect(noticesOf(attributionChangeUndone.type, moved)).toHaveLength(1);
  });

  it('notifies each affiliate with a share of a rejection, with the brand’s notes', () => {
    const rejected = { ...anApprovedConversion(), status: 'rejected', notes: 'Returned' };
    expect(noticesOf(conversionRejected.type, rejected)).toMatchObject([
      {
        type: 'commission_denied',
        recipients: [rejected.affiliateId],
        message: expect.stringMatching(/in Spring sale was declined.*The brand’s note: Returned/),
      },
    ]);
    expect(noticesOf(conversionRejected.type, { ...rejected, superseded: true })).toEqual([]);
  });

  it('reports the result of a payout in its currency', () => {
    expect(noticesOf('payout.completed.v1', payout)[0]).toMatchObject({
      type: 'payout_processed',
      title: 'Your payout of ¥5,000 has arrived',
    });
    expect(noticesOf('payout.failed.v1', payout)[0]).toMatchObject({
      type: 'payout_processed',
      priority: 'high',
      title: 'Your payout of ¥5,000 failed',
    });
  });

  it('notifies brand and members of a launch and an end, members of a change, the brand of a draft', () => {
    const campaign = aCampaign();
    const members = { membersOf: campaign.campaignId };
    const recipientsOf = (type: string) =>
      noticesOf(type, campaign).map(({ recipients }) => recipients);
    expect(recipientsOf('campaign.created.v1')).toEqual([[campaign.brandId]]);
    expect(recipientsOf('campaign.updated.v1')).toEqual([members]);
    expect(recipientsOf('campaign.activated.v1')).toEqual([[campaign.brandId], members]);
    expect(recipientsOf('campaign.ended.v1')).toEqual([[campaign.brandId], members]);
    expect(recipientsOf('campaign.paused.v1')).toEqual([]);
  });

  it('alerts the owner of every change of the second factor, with the recovery codes that are left', () => {
    for (const change of secondFactorChanges) {
      const { userId, ...sample } = userSecondFactorChanged.sample;
      const data = { ...sample, userId, change, recoveryCodesLeft: 9 };
      const [notice] = noticesOf(userSecondFactorChanged.type, data);
      expect(notice).toMatchObject({ type: 'security_alert', recipients: [userId] });
      expect(notice?.message.includes('Codes left: 9.')).toBe(change === 'recovery_code_used');
      expect(notice?.message).toContain('If that was not you');
    }
  });

  it('triggers a security alert on changed credentials and on a suspension, but on no other status', () => {
    const user = aUser();
    expect(
      noticesOf('user.credentials_changed.v1', { ...user, changed: ['email', 'password'] }),
    ).toMatchObject([
      {
        type: 'security_alert',
        priority: 'urgent',
        recipients: [user.userId],
        title: 'Your e-mail address and password were changed',
      },
    ]);
    const status = (now: string) =>
      noticesOf('user.status_changed.v1', { ...user, status: now, previousStatus: 'active' });
    expect(status('suspended')).toMatchObject([{ type: 'security_alert' }]);
    expect(status('verified')).toEqual([]);
  });

  it('sends an invitation to the invited account, or to a guest’s e-mail address', () => {
    const invitation = {
      ...invitationMade.sample,
      campaignName: 'Boats',
      brandName: 'Harbour',
      email: 'guest@example.com',
      message: 'Come',
      expiresAt: '2026-05-31T12:00:00.000Z',
    };
    expect(noticesOf(invitationMade.type, invitation)).toMatchObject([
      {
        type: 'campaign_invitation',
        recipients: [invitation.affiliateId],
        channels: ['in_app', 'email'],
        title: 'Harbour invites you to Boats',
        message: expect.stringMatching(/until May 31, 2026\. Harbour writes: Come/),
        actionUrl: '/invitations/signed',
      },
    ]);
    expect(noticesOf(invitationMade.type, { ...invitation, affiliateId: null })).toMatchObject([
      { recipients: { guestEmail: 'guest@example.com' }, channels: ['email'] },
    ]);
  });

  it('sends no text of a brand whose address is unproved, because strangers would get it from us', () => {
    const spam = 'Win at https://evil.example';
    const unproved = { ...context, isProved: () => false };
    const invitation = {
      invitationId: randomUUIDv7(),
      campaignId: randomUUIDv7(),
      campaignName: spam,
      brandId: randomUUIDv7(),
      brandName: spam,
      affiliateId: null,
      email: 'guest@example.com',
      message: spam,
      token: 'signed',
      expiresAt: '2026-05-31T12:00:00.000Z',
    };
    const [mail] = noticesOf(invitationMade.type, invitation, unproved);
    expect(mail).toMatchObject({ actionUrl: '/invitations/signed' });
    expect(JSON.stringify(mail)).not.toContain('evil');
    const rejected = { ...anApprovedConversion(), status: 'rejected', notes: spam };
    const refusals = noticesOf(conversionRejected.type, rejected, unproved);
    expect(JSON.stringify(refusals)).not.toContain('evil');
  });

  it('mails account links only, to the address of the event', () => {
    const userId = randomUUIDv7();
    const mail = (purpose: AccountLinkPurpose) => ({
      userId,
      purpose,
      to: 'former@example.com',
      token: 'tra_secret',
      expiresAt: '2026-05-31T12:00:00.000Z',
    });
    const pages = accountLinkPurposes.map(
      (purpose) => noticesOf(accountMailRequested.type, mail(purpose))[0]?.actionUrl,
    );
    expect(pages).toEqual([
      '/account/verify-email?token=tra_secret',
      '/account/verify-email?token=tra_secret',
      '/account/restore-email?token=tra_secret',
      '/account/reset-password?token=tra_secret',
    ]);
    expect(noticesOf(accountMailRequested.type, mail('restore_email'))).toMatchObject([
      { type: 'account_link', recipients: [userId], to: 'former@example.com', channels: ['email'] },
    ]);
  });

  it('sends scheduled reports, but not requested ones', () => {
    const report = reportReady.sample;
    expect(noticesOf('report.ready.v1', report)).toEqual([]);
    const schedule = {
      scheduleId: randomUUIDv7(),
      frequency: 'weekly',
      from: '2026-05-04',
      to: '2026-05-10',
    };
    const [sent] = noticesOf('report.ready.v1', { ...report, schedule });
    expect(sent).toMatchObject({
      type: 'scheduled_report',
      recipients: [report.affiliateId],
      channels: ['in_app', 'email'],
      title: 'Your weekly report, May 4, 2026 to May 10, 2026',
      actionUrl: report.downloadUrl,
    });
    const [ofBrand] = noticesOf('report.ready.v1', { ...report, kind: 'payouts_due', schedule });
    expect(ofBrand?.message).toContain('Your report on payouts due of May 4, 2026');
  });
});

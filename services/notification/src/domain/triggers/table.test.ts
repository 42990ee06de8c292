import { randomUUIDv7 } from 'node:crypto';
import {
  allEventTypes,
  commissionCreated,
  type CommissionSnapshot,
  conversionRejected,
  invitationMade,
  type PayoutSnapshot,
} from '@tributary/contracts';
import { aCampaign, anApprovedConversion, aUser } from '@tributary/testing';
import { textsIn } from '../templates/texts.ts';
import { triggers } from './table.ts';
import { type Names } from './trigger.ts';

const names: Names = { campaignOf: () => 'Spring sale', texts: textsIn('en') };
const tellings = (type: string, data: unknown) => {
  const row = triggers.find(({ eventType }) => eventType.type === type);
  if (row === undefined) throw new Error(`No row for ${type}`);
  return row.tellings(data, names);
};

const commission: CommissionSnapshot = {
  commissionId: randomUUIDv7(),
  conversionId: randomUUIDv7(),
  campaignId: randomUUIDv7(),
  campaignName: 'Spring sale',
  brandId: randomUUIDv7(),
  affiliateId: randomUUIDv7(),
  orderId: 'A-1',
  clickId: null,
  linkId: null,
  status: 'approved',
  amountMinor: 1_200,
  paidMinor: 0,
  currency: 'USD',
  terms: { type: 'percentage', value: '10', currency: 'USD', holdDays: 0 },
  saleMinor: 12_000,
  saleCurrency: 'USD',
  convertedAt: '2026-05-01T12:00:00.000Z',
  createdAt: '2026-05-01T12:00:00.000Z',
  approvedAt: null,
  paidAt: null,
  payoutId: null,
};

const payout: PayoutSnapshot = {
  payoutId: randomUUIDv7(),
  affiliateId: randomUUIDv7(),
  accountId: randomUUIDv7(),
  provider: 'cardproc_connect',
  status: 'completed',
  amountMinor: 5_000,
  feeMinor: 50,
  netMinor: 4_950,
  currency: 'JPY',
  commissionCount: 1,
  referenceNumber: 'PO-1',
  transactionId: null,
  failureReason: null,
  requestedAt: '2026-05-01T12:00:00.000Z',
  completedAt: null,
};

describe('the table of triggers', () => {
  it('has a row for every event, so that none is forgotten', () => {
    const rows = triggers
      .map(({ eventType }) => eventType.type)
      .toSorted((a, b) => a.localeCompare(b));
    expect(rows).toEqual(allEventTypes().map(({ type }) => type));
  });

  it('tells an affiliate of a commission, amount and campaign named', () => {
    expect(tellings(commissionCreated.type, commission)).toEqual([
      {
        type: 'commission_earned',
        priority: 'normal',
        entityType: 'commission',
        entityId: commission.commissionId,
        to: [commission.affiliateId],
        title: 'You earned 12.00 USD',
        message: 'Order A-1 in Spring sale earned you a commission of 12.00 USD.',
      },
    ]);
    expect(tellings('commission.approved.v1', commission)[0]).toMatchObject({
      type: 'commission_approved',
      to: [commission.affiliateId],
    });
  });

  it('tells every affiliate who would have earned of a rejection, with the brand’s words', () => {
    const rejected = { ...anApprovedConversion(), status: 'rejected', notes: 'Returned' };
    expect(tellings(conversionRejected.type, rejected)).toMatchObject([
      {
        type: 'commission_denied',
        to: [rejected.affiliateId],
        message: expect.stringMatching(/in Spring sale was declined.*The brand says: Returned/),
      },
    ]);
  });

  it('tells how a payout ended, in amounts of its currency', () => {
    expect(tellings('payout.completed.v1', payout)[0]).toMatchObject({
      type: 'payout_processed',
      title: 'Your payout of 5000 JPY has arrived',
    });
    expect(tellings('payout.failed.v1', payout)[0]).toMatchObject({
      type: 'payout_processed',
      priority: 'high',
      title: 'Your payout of 5000 JPY failed',
    });
  });

  it('tells brand and members of a launch and an end, members of a change, the brand of a draft', () => {
    const campaign = aCampaign();
    const members = { membersOf: campaign.campaignId };
    const to = (type: string) => tellings(type, campaign).map((telling) => telling.to);
    expect(to('campaign.created.v1')).toEqual([[campaign.brandId]]);
    expect(to('campaign.updated.v1')).toEqual([members]);
    expect(to('campaign.activated.v1')).toEqual([[campaign.brandId], members]);
    expect(to('campaign.ended.v1')).toEqual([[campaign.brandId], members]);
    expect(to('campaign.paused.v1')).toEqual([]);
  });

  it('raises a security alert on changed credentials and on a suspension, and on nothing else', () => {
    const user = aUser();
    expect(
      tellings('user.credentials_changed.v1', { ...user, changed: ['email', 'password'] }),
    ).toMatchObject([
      {
        type: 'security_alert',
        priority: 'urgent',
        to: [user.userId],
        title: 'Your e-mail address and password were changed',
      },
    ]);
    const status = (now: string) =>
      tellings('user.status_changed.v1', { ...user, status: now, previousStatus: 'active' });
    expect(status('suspended')).toMatchObject([{ type: 'security_alert' }]);
    expect(status('verified')).toEqual([]);
  });

  it('tells an invitation to the account that it is for, or to an address that has none', () => {
    const invitation = {
      invitationId: randomUUIDv7(),
      campaignId: randomUUIDv7(),
      campaignName: 'Boats',
      brandId: randomUUIDv7(),
      brandName: 'Harbour',
      affiliateId: randomUUIDv7(),
      email: 'guest@example.com',
      message: 'Come',
      token: 'signed',
      expiresAt: '2026-05-31T12:00:00.000Z',
    };
    expect(tellings(invitationMade.type, invitation)).toMatchObject([
      {
        type: 'campaign_invitation',
        to: [invitation.affiliateId],
        channels: ['in_app', 'email'],
        title: 'Harbour invites you to Boats',
        message: expect.stringMatching(/until 2026-05-31.*Harbour says: Come/),
        actionUrl: '/invitations/signed',
      },
    ]);
    expect(tellings(invitationMade.type, { ...invitation, affiliateId: null })).toMatchObject([
      { to: { guest: 'guest@example.com' }, channels: ['email'] },
    ]);
  });

  it('sends a report that comes by itself, and not one that somebody waits for', () => {
    const report = {
      reportId: randomUUIDv7(),
      affiliateId: randomUUIDv7(),
      kind: 'geo',
      format: 'pdf',
      rows: 3,
      downloadUrl: 'https://go.example.com/file?token=x',
      expiresAt: '2026-05-20T08:00:00.000Z',
    };
    expect(tellings('report.ready.v1', report)).toEqual([]);
    const schedule = {
      scheduleId: randomUUIDv7(),
      frequency: 'weekly',
      from: '2026-05-04',
      to: '2026-05-10',
    };
    const [sent] = tellings('report.ready.v1', { ...report, schedule });
    expect(sent).toMatchObject({
      type: 'scheduled_report',
      to: [report.affiliateId],
      channels: ['in_app', 'email'],
      title: 'Your weekly report, 2026-05-04 to 2026-05-10',
      actionUrl: report.downloadUrl,
    });
  });
});

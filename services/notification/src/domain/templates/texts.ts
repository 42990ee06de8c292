import { accountSuspended } from './account-suspended.ts';
import { affiliateLooksSuspicious } from './affiliate-looks-suspicious.ts';
import { applicantDeclined } from './applicant-declined.ts';
import { applicationApproved } from './application-approved.ts';
import { applicationRejected } from './application-rejected.ts';
import { campaignCreated } from './campaign-created.ts';
import { campaignEnded } from './campaign-ended.ts';
import { campaignInvitation } from './campaign-invitation.ts';
import { campaignLaunched } from './campaign-launched.ts';
import { campaignUpdated } from './campaign-updated.ts';
import { channelSwitchedOff } from './channel-switched-off.ts';
import { commissionApproved } from './commission-approved.ts';
import { commissionDenied } from './commission-denied.ts';
import { commissionEarned } from './commission-earned.ts';
import { credentialsChanged } from './credentials-changed.ts';
import { emailWords } from './email-words.ts';
import { endpointFails } from './endpoint-fails.ts';
import { endpointOff } from './endpoint-off.ts';
import { memberJoined } from './member-joined.ts';
import { payoutCompleted } from './payout-completed.ts';
import { payoutFailed } from './payout-failed.ts';
import { payoutTakenBack } from './payout-taken-back.ts';
import { payoutWaits } from './payout-waits.ts';
import { reviewsAreOverdue } from './reviews-are-overdue.ts';
import { scheduledReport } from './scheduled-report.ts';
import { testNotification } from './test.ts';

/** Every text that people are told, and what stands around it in e-mails, in English. */
const english = {
  accountSuspended,
  affiliateLooksSuspicious,
  applicantDeclined,
  applicationApproved,
  applicationRejected,
  campaignCreated,
  campaignEnded,
  campaignInvitation,
  campaignLaunched,
  campaignUpdated,
  channelSwitchedOff,
  commissionApproved,
  commissionDenied,
  commissionEarned,
  credentialsChanged,
  emailWords,
  endpointFails,
  endpointOff,
  memberJoined,
  payoutCompleted,
  payoutFailed,
  payoutTakenBack,
  payoutWaits,
  reviewsAreOverdue,
  scheduledReport,
  testNotification,
};

/** The texts of a language: each with what it speaks of. */
export type Texts = Readonly<typeof english>;

/** A language as far as it is translated; what it lacks is told in English. */
export type Translation = Partial<Texts>;

/** Another language is a folder beside these files with one file for each text, and a line here. */
const translations: Readonly<Record<string, Translation>> = { en: {} };

/** The languages in which people can be told things. */
export const languages = Object.keys(translations);

export const textsIn = (language: string, known = translations): Texts => ({
  ...english,
  ...known[language],
});

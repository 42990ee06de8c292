import { campaignActivated } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { mailWaitingInvitations } from './mail-waiting-invitations.ts';

/** Alone, because a campaign may have more invitations than one transaction should publish. */
export const mailWaitingInvitationsConsumer = (deps: Deps) =>
  consumer(campaignActivated, mailWaitingInvitations(deps), { alone: true });

import { conflict } from '@tributary/errors';
import { isDuplicateKey, type Session } from '@tributary/mongo';
import { type Invitation } from '../domain/invitation.ts';
import { type Models, toRow } from './models.ts';

/** Who may be meant by an invitation: an id and an address. */
export interface Invitee {
  readonly affiliateId: string;
  readonly email: string | undefined;
}

const INVITATIONS_AT_MOST = 1_000;

const namesOf = ({ affiliateId, email }: Invitee): string[] =>
  email === undefined ? [affiliateId] : [affiliateId, email.toLowerCase()];

/** Invitations to campaigns. */
export function invitationStore({ invitations }: Models, session: Session | null = null) {
  return {
    /** @throws conflict `already_invited`, also in a race */
    create: async (invitation: Invitation): Promise<void> => {
      const invitee = invitation.affiliateId ?? invitation.email ?? '';
      try {
        await invitations.create([{ ...toRow(invitation), invitee }], { session });
      } catch (error) {
        if (!isDuplicateKey(error, 'campaignId')) throw error;
        throw conflict('already_invited', { message: 'The affiliate has been invited already' });
      }
    },
    isInvited: async (campaignId: string, invitee: Invitee): Promise<boolean> => {
      const where = { campaignId, invitee: { $in: namesOf(invitee) } };
      return (await invitations.exists(where).session(session)) !== null;
    },
    /** Ids of the campaigns that somebody is invited to, the newest invitations first. */
    listCampaignIds: async (invitee: Invitee): Promise<string[]> => {
      const query = invitations.find({ invitee: { $in: namesOf(invitee) } }, { campaignId: 1 });
      const rows = await query.sort({ createdAt: -1 }).limit(INVITATIONS_AT_MOST).lean();
      return rows.map(({ campaignId }) => campaignId);
    },
  };
}

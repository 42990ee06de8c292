import { conflict, notFound } from '@tributary/errors';
import { isDuplicateKey, type Session } from '@tributary/mongo';
import { type Invitation } from '../domain/invitation.ts';
import { type InvitationRow, type Models, NEWEST_FIRST, type Page, toRow } from './models.ts';

/** Who may be meant by an invitation: an id and an address. */
export interface Invitee {
  readonly affiliateId: string;
  readonly email: string | undefined;
}

const INVITATIONS_AT_MOST = 1_000;

const namesOf = ({ affiliateId, email }: Invitee): string[] =>
  email === undefined ? [affiliateId] : [affiliateId, email.toLowerCase()];

/** Those that are older than signatures have none of their fields. */
function invitationOf({ _id, invitee: _invitee, ...row }: InvitationRow): Invitation {
  const older = { secret: null, expiresAt: null, acceptedBy: null };
  return { ...older, ...row, id: _id };
}

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
    find: async (id: string): Promise<Invitation | undefined> => {
      const row = await invitations.findById(id).session(session).lean();
      return row === null ? undefined : invitationOf(row);
    },
    /** Notes who joined by the signed text. */
    accept: async ({ id, acceptedBy }: Invitation): Promise<void> => {
      await invitations.updateOne({ _id: id }, { $set: { acceptedBy } }).session(session);
    },
    /** @throws not_found, also where it is another campaign's */
    delete: async (id: string, campaignId: string): Promise<void> => {
      const { deletedCount } = await invitations
        .deleteOne({ _id: id, campaignId })
        .session(session);
      if (deletedCount === 0) {
        throw notFound('not_found', { message: 'There is no such invitation' });
      }
    },
    /** Takes back all that somebody could join a campaign by. */
    deleteOf: async (campaignId: string, invitee: Invitee): Promise<void> => {
      const { affiliateId } = invitee;
      const named = [{ invitee: { $in: namesOf(invitee) } }, { acceptedBy: affiliateId }];
      await invitations.deleteMany({ campaignId, $or: named }).session(session);
    },
    list: async (campaignId: string, { skip, limit }: Page) => {
      const query = invitations.find({ campaignId }).sort(NEWEST_FIRST).skip(skip).limit(limit);
      const rows = await query.lean();
      const total = await invitations.countDocuments({ campaignId });
      return { invitations: rows.map(invitationOf), total };
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

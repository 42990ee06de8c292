import { conflict, notFound } from '@tributary/errors';
import {
  findPage,
  isDuplicateKey,
  toDocument,
  type PageRequest,
  type Session,
} from '@tributary/mongo';
import { type Invitation, type NewInvitation } from '../domain/invitation.ts';
import { type Collections, type InvitationDocument } from './collections.ts';

/** An affiliate by the id and the e-mail address that an invitation may name. */
export interface Invitee {
  readonly affiliateId: string;
  readonly email: string | undefined;
}

const MAX_INVITATIONS = 1_000;

const namesOf = ({ affiliateId, email }: Invitee): string[] =>
  email === undefined ? [affiliateId] : [affiliateId, email.toLowerCase()];

/** Invitations made before tokens existed lack their fields. */
function invitationOf({ _id, invitee: _invitee, ...document }: InvitationDocument): Invitation {
  const withoutToken = { secret: null, expiresAt: null, acceptedBy: null };
  return { ...withoutToken, ...document, id: _id };
}

/** The invitations to drafts. */
const waitingInvitations = (
  { invitations }: Pick<Collections, 'invitations'>,
  session: Session | null,
) => ({
  /** At most `limit` invitations that wait for the start of their campaign; all have tokens. */
  listWaiting: async (campaignId: string, limit: number): Promise<NewInvitation[]> => {
    const waiting = invitations.find({ campaignId, waitsForStart: true }).session(session);
    const documents = await waiting.sort({ _id: 1 }).limit(limit).lean();
    return documents.map(invitationOf) as NewInvitation[];
  },
  /** Stores that the invitation waits no more, and how long its token holds. */
  saveMailed: async ({ id, expiresAt }: Invitation): Promise<void> => {
    const change = { $set: { expiresAt }, $unset: { waitsForStart: 1 } };
    await invitations.updateOne({ _id: id }, change).session(session);
  },
});

/** Invitations to campaigns. */
export function invitationStore({ invitations }: Collections, session: Session | null = null) {
  return {
    ...waitingInvitations({ invitations }, session),
    /** @throws conflict `already_invited`, also in a race */
    create: async (invitation: Invitation): Promise<void> => {
      const invitee = invitation.affiliateId ?? invitation.email ?? '';
      try {
        await invitations.create([{ ...toDocument(invitation), invitee }], { session });
      } catch (error) {
        if (!isDuplicateKey(error, 'campaignId')) throw error;
        throw conflict('already_invited', { message: 'The affiliate has been invited already' });
      }
    },
    find: async (id: string): Promise<Invitation | undefined> => {
      const document = await invitations.findById(id).session(session).lean();
      return document === null ? undefined : invitationOf(document);
    },
    /** Stores who joined by the token. */
    accept: async ({ id, acceptedBy }: Invitation): Promise<void> => {
      await invitations.updateOne({ _id: id }, { $set: { acceptedBy } }).session(session);
    },
    /** @throws not_found, also for another campaign's invitation */
    delete: async (id: string, campaignId: string): Promise<void> => {
      const { deletedCount } = await invitations
        .deleteOne({ _id: id, campaignId })
        .session(session);
      if (deletedCount === 0) {
        throw notFound('not_found', { message: 'There is no such invitation' });
      }
    },
    /** Deletes every invitation by which an affiliate could join a campaign. */
    deleteOf: async (campaignId: string, invitee: Invitee): Promise<void> => {
      const { affiliateId } = invitee;
      const named = [{ invitee: { $in: namesOf(invitee) } }, { acceptedBy: affiliateId }];
      await invitations.deleteMany({ campaignId, $or: named }).session(session);
    },
    list: async (campaignId: string, page: PageRequest) => {
      const { documents, total } = await findPage(invitations, { campaignId }, page);
      return { invitations: documents.map(invitationOf), total };
    },
    isInvited: async (campaignId: string, invitee: Invitee): Promise<boolean> => {
      const where = { campaignId, invitee: { $in: namesOf(invitee) } };
      return (await invitations.exists(where).session(session)) !== null;
    },
    /** Ids of the campaigns that an affiliate is invited to, newest invitations first. */
    listCampaignIds: async (invitee: Invitee): Promise<string[]> => {
      const query = invitations.find({ invitee: { $in: namesOf(invitee) } }, { campaignId: 1 });
      const documents = await query.sort({ createdAt: -1 }).limit(MAX_INVITATIONS).lean();
      return documents.map(({ campaignId }) => campaignId);
    },
  };
}

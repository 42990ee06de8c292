import { conflict } from '@tributary/errors';
import {
  fromDocument,
  isDuplicateKey,
  type Session as MongoSession,
  toDocument,
} from '@tributary/mongo';
import {
  type OidcAttempt,
  type OidcCode,
  type OidcLink,
  type OidcSubject,
} from '../domain/oidc.ts';
import { type Collections } from './collections.ts';

/** Redirects to the provider, and what they proved. Each is taken once. */
export const oidcRedirectStore = ({ oidcAttempts, oidcCodes }: Collections) => ({
  createAttempt: async (attempt: OidcAttempt): Promise<void> => {
    await oidcAttempts.create(toDocument(attempt));
  },
  takeAttempt: async (
    id: string,
    browserHash: string,
    now: Date,
  ): Promise<OidcAttempt | undefined> => {
    const valid = { _id: id, browserHash, expiresAt: { $gt: now } };
    const document = await oidcAttempts.findOneAndDelete(valid).lean();
    return document === null ? undefined : fromDocument<OidcAttempt>(document);
  },
  createCode: async (code: OidcCode): Promise<void> => {
    await oidcCodes.create(toDocument(code));
  },
  takeCode: async (id: string, browserHash: string, now: Date): Promise<OidcCode | undefined> => {
    const valid = { _id: id, browserHash, expiresAt: { $gt: now } };
    const document = await oidcCodes.findOneAndDelete(valid).lean();
    return document === null ? undefined : fromDocument<OidcCode>(document);
  },
});

const refuseLinked = (error: unknown): never => {
  if (!isDuplicateKey(error, 'subject')) throw error;
  throw conflict('oidc_linked', { message: 'This account of the provider is linked already' });
};

/** Accounts of the provider that are linked to logins; in a transaction where a session is given. */
export function oidcLinkStore({ oidcLinks }: Collections, session: MongoSession | null = null) {
  const within = session === null ? {} : { session };
  return {
    /** @throws conflict `oidc_linked` */
    create: async (link: OidcLink): Promise<void> => {
      await oidcLinks.create([toDocument(link)], within).catch(refuseLinked);
    },
    find: async ({ issuer, subject }: OidcSubject): Promise<OidcLink | undefined> => {
      const document = await oidcLinks.findOne({ subject, issuer }).session(session).lean();
      return document === null ? undefined : fromDocument<OidcLink>(document);
    },
    /** All links of a login; their number is bounded. */
    listOf: async (userId: string): Promise<OidcLink[]> => {
      const query = oidcLinks.find({ userId }).sort({ createdAt: 1, _id: 1 });
      const documents = await query.session(session).lean();
      return documents.map((document) => fromDocument<OidcLink>(document));
    },
    /** The deleted link; undefined where the login has no such link. */
    delete: async (id: string, userId: string): Promise<OidcLink | undefined> => {
      const query = oidcLinks.findOneAndDelete({ _id: id, userId }).session(session);
      const document = await query.lean();
      return document === null ? undefined : fromDocument<OidcLink>(document);
    },
    deleteAllOf: async (userId: string): Promise<void> => {
      await oidcLinks.deleteMany({ userId }, within);
    },
    deleteMadeSince: async (userId: string, since: Date): Promise<void> => {
      await oidcLinks.deleteMany({ userId, createdAt: { $gte: since } }, within);
    },
  };
}

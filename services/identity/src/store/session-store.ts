import { fromDocument, toDocument } from '@tributary/mongo';
import type mongoose from 'mongoose';
import { type BrowserSession } from '../domain/browser-session.ts';
import { expiryOf, type PresentedToken, type Session } from '../domain/session.ts';
import { type Collections, type SessionDocument } from './collections.ts';

/** Documents of earlier releases lack `device` and `network`. */
const sessionOf = (document: SessionDocument): Session => ({
  ...fromDocument<Session>(document),
  device: document.device ?? null,
  network: document.network ?? null,
});

type ClientSession = mongoose.mongo.ClientSession;

/** Sessions of a list. */
const MAX_LISTED = 100;
/** Sign-ins that a new one is compared with. */
const MAX_COMPARED = 1_000;

const readsOf = ({ sessions }: Collections, session: ClientSession | null) => ({
  find: async (id: string): Promise<Session | undefined> => {
    const document = await sessions.findById(id).session(session).lean();
    return document === null ? undefined : sessionOf(document);
  },
  /** The open sessions of a user, newest first; a bounded number. */
  listOf: async (userId: string, now: Date): Promise<Session[]> => {
    const open = { userId, revokedAt: null, expiresAt: { $gt: now } };
    const query = sessions.find(open).sort({ createdAt: -1, _id: -1 }).limit(MAX_LISTED);
    return (await query.session(session).lean()).map(sessionOf);
  },
  listOpenIds: async (userId: string): Promise<string[]> => {
    const found = await sessions.find({ userId, revokedAt: null }, { _id: 1 }).session(session);
    return found.map(({ _id }) => _id);
  },
  /** The sessions that ended after `since`. */
  listEndedSince: async (since: Date): Promise<string[]> => {
    const found = await sessions.find({ revokedAt: { $gt: since } }, { _id: 1 }).lean();
    return found.map(({ _id }) => _id);
  },
  /** Whether the user has signed in from the network, in a session that has not expired. */
  isKnownNetwork: async (userId: string, network: string): Promise<boolean> =>
    (await sessions.exists({ userId, network }).session(session)) !== null,
  /** The user's last sign-ins, ended ones too, as far as their devices were recorded. */
  listPlaces: async (userId: string): Promise<Pick<Session, 'device' | 'network'>[]> => {
    const recorded = { userId, device: { $ne: null } };
    const query = sessions.find(recorded, { device: 1, network: 1 }).sort({ _id: -1 });
    return query.limit(MAX_COMPARED).session(session).lean();
  },
});

const endingsOf = ({ sessions }: Collections, session: ClientSession | null) => {
  const within = session === null ? {} : { session };
  const ended = (now: Date) => ({ $set: { revokedAt: now } });
  return {
    revoke: async (id: string, now: Date): Promise<void> => {
      await sessions.updateOne({ _id: id, revokedAt: null }, ended(now), within);
    },
    /** False where the user has no such open session. */
    revokeOwn: async (id: string, userId: string, now: Date): Promise<boolean> => {
      const own = { _id: id, userId, revokedAt: null };
      return (await sessions.updateOne(own, ended(now), within)).modifiedCount === 1;
    },
    revokeMany: async (ids: readonly string[], now: Date): Promise<void> => {
      await sessions.updateMany({ _id: { $in: ids }, revokedAt: null }, ended(now), within);
    },
    /** Ends the sessions in which a person acts for an account. */
    revokeOfMember: async (accountId: string, userId: string, now: Date): Promise<void> => {
      await sessions.updateMany({ userId, accountId, revokedAt: null }, ended(now), within);
    },
    revokeAllOf: async (userId: string, now: Date): Promise<void> => {
      await sessions.updateMany({ userId, revokedAt: null }, ended(now), within);
    },
  };
};

/** The cookies of browsers. Each change is one conditional write, so that of several requests one makes it. */
const cookiesOf = ({ sessions }: Collections, session: ClientSession | null) => {
  const within = session === null ? {} : { session };
  return {
    /** Saves the first use of the successor of `from`. False where another request has saved it. */
    promote: async (from: BrowserSession, to: BrowserSession): Promise<boolean> => {
      const { id: _id, currentHash, browser } = from;
      const unused = { _id, currentHash, 'browser.nextHash': browser.nextHash, revokedAt: null };
      const { rotatedAt, expiresAt } = to;
      const after = { currentHash: to.currentHash, browser: to.browser, rotatedAt, expiresAt };
      return (await sessions.updateOne(unused, { $set: after }, within)).modifiedCount === 1;
    },
    /** Saves a new successor of the newest cookie. False where another request got one meanwhile. */
    issue: async (
      { id: _id, currentHash, browser }: BrowserSession,
      next: { readonly hash: string; readonly issuedAt: Date; readonly expiresAt: Date },
    ): Promise<boolean> => {
      const { nextIssuedAt } = browser;
      const same = { _id, currentHash, 'browser.nextIssuedAt': nextIssuedAt, revokedAt: null };
      const after = {
        'browser.nextHash': next.hash,
        'browser.nextIssuedAt': next.issuedAt,
        expiresAt: next.expiresAt,
      };
      return (await sessions.updateOne(same, { $set: after }, within)).modifiedCount === 1;
    },
    /** The session acts for another account from now on. */
    actFor: async (id: string, accountId: string): Promise<void> => {
      await sessions.updateOne({ _id: id, revokedAt: null }, { $set: { accountId } }, within);
    },
  };
};

const proofsOf = ({ sessions }: Collections, session: ClientSession | null) => ({
  /**
   * Notes that the person of an open session has proved who they are again. Returns the session; undefined
   * where it has ended.
   */
  renewProof: async (
    { id, userId }: Pick<Session, 'id' | 'userId'>,
    authMethods: readonly string[],
    now: Date,
  ): Promise<Session | undefined> => {
    const open = { _id: id, userId, revokedAt: null, expiresAt: { $gt: now } };
    // Sessions of earlier releases have no methods.
    const before = { $ifNull: ['$authMethods', ['pwd']] };
    const added = { $filter: { input: authMethods, cond: { $not: { $in: ['$$this', before] } } } };
    const proved = { authMethods: { $concatArrays: [before, added] }, authenticatedAt: now };
    const document = await sessions
      .findOneAndUpdate(open, [{ $set: proved }], { returnDocument: 'after', updatePipeline: true })
      .session(session)
      .lean();
    return document === null ? undefined : sessionOf(document);
  },
  /** The person's sessions state a removed second factor no more. */
  removeMethods: async (userId: string, authMethods: readonly string[]): Promise<void> => {
    const removed = { $pull: { authMethods: { $in: authMethods } } };
    await sessions.updateMany({ userId, authMethods: 'otp' }, removed).session(session);
  },
});

/** Sign-ins with their refresh tokens or cookies; in a transaction where a MongoDB session is given. */
export function sessionStore(collections: Collections, session: ClientSession | null = null) {
  const { sessions } = collections;
  const within = session === null ? {} : { session };
  return {
    ...readsOf(collections, session),
    ...endingsOf(collections, session),
    ...cookiesOf(collections, session),
    ...proofsOf(collections, session),
    create: async (created: Session): Promise<void> => {
      await sessions.create([toDocument(created)], within);
    },
    /**
     * Replaces the token `from` by `to`, if it is still the newest token of a valid session. One
     * conditional write: of any number of requests with one token, one gets true. With `accountId` the
     * session acts for that account from now on.
     */
    rotate: async (
      from: PresentedToken,
      to: PresentedToken,
      { now, accountId }: { readonly now: Date; readonly accountId?: string },
    ): Promise<boolean> => {
      const { sessionId: _id, familyHash, currentHash } = from;
      const newest = { _id, familyHash, currentHash, revokedAt: null, expiresAt: { $gt: now } };
      const result = await sessions.updateOne(
        newest,
        {
          $set: {
            currentHash: to.currentHash,
            rotatedAt: now,
            expiresAt: expiryOf(now),
            ...(accountId === undefined ? {} : { accountId }),
          },
        },
        within,
      );
      return result.modifiedCount === 1;
    },
  };
}

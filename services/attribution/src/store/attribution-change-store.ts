import { findPage, isDuplicateKey, type PageRequest, type Session } from '@tributary/mongo';
import { MINUTE_MS } from '@tributary/units';
import { dueDocuments, underClaim } from '@tributary/work';
import {
  type AttributionChange,
  type ChangeStatus,
  changeInProgress,
} from '../domain/attribution-change.ts';
import { type ChangeDocument } from './change-collections.ts';
import { type Collections } from './collections.ts';

const LEASE_MS = MINUTE_MS;
/** Of the fingerprint; only the latest can have moved on since a preview. */
const MAX_STATUSES = 100;

/** A change that an instance has claimed, with how far its phase is. */
export type ClaimedChange = AttributionChange &
  Pick<ChangeDocument, 'claim' | 'previewCursor' | 'done' | 'publishedTo'>;

/** A change with how far its phase is, for views. */
export type ChangeProgress = AttributionChange & Pick<ChangeDocument, 'done'>;

/** What a step of the work changes. */
export type StepOutcome = Partial<
  Pick<
    ChangeDocument,
    | 'status'
    | 'campaignName'
    | 'preview'
    | 'applied'
    | 'undone'
    | 'previewCursor'
    | 'done'
    | 'publishedTo'
  >
>;

const changeOf = ({ _id: id, ...change }: ChangeDocument): ClaimedChange => ({ id, ...change });

/** Another instance has claimed the change since; its transaction is not committed. */
class ChangeTakenError extends Error {}

/** Where a change begins or ends a phase. */
export interface Beginning {
  readonly status: Extract<ChangeStatus, 'applying' | 'undoing'>;
  readonly at: Date;
  readonly by: string;
  /** Of an undo. */
  readonly undoId?: string;
}

const beginningOf = ({ status, at, by, undoId }: Beginning) =>
  status === 'applying'
    ? { appliedAt: at, appliedBy: by }
    : { undoneAt: at, undoneBy: by, undoId: undoId ?? null };

type Changes = Collections['attributionChanges'];
interface Options {
  readonly session?: Session;
}

const reading = (changes: Changes, options: Options, now: () => Date) => ({
  /** A brand's change; undefined for an unknown one and another brand's. */
  find: async (id: string, brandId: string): Promise<ClaimedChange | undefined> => {
    const found = await changes.findOne({ _id: id, brandId }, options);
    return found === null ? undefined : changeOf(found);
  },

  list: async (
    filter: { readonly brandId: string; readonly campaignId: string },
    page: PageRequest,
  ): Promise<{ changes: ClaimedChange[]; total: number }> => {
    const { documents, total } = await findPage(changes, filter, page);
    return { changes: documents.map(changeOf), total };
  },

  /** How many previews of a brand are not applied. */
  countPreviews: (brandId: string): Promise<number> =>
    changes.countDocuments({ brandId, status: { $in: ['preparing', 'ready'] } }, options),

  /** The campaign's changes that were applied, with their statuses: what later previews depend on. */
  listStatuses: async (campaignId: string): Promise<string[]> => {
    const where = { campaignId, appliedAt: { $ne: null } };
    const found = changes.find(where, { ...options, projection: { status: 1 } });
    const rows = await found.sort({ appliedAt: -1, _id: -1 }).limit(MAX_STATUSES).toArray();
    return rows.map(({ _id, status }) => `${_id} ${status}`);
  },

  /** Whether a later change with conversions of the same period is in force. */
  hasLater: async ({ id, campaignId, from, to, appliedAt }: AttributionChange) => {
    const where = {
      _id: { $ne: id },
      campaignId,
      appliedAt: { $gte: appliedAt ?? now() },
      status: { $in: ['applying' as const, 'applied' as const, 'undoing' as const] },
      from: { $lt: to },
      to: { $gt: from },
    };
    return (await changes.findOne(where, { ...options, projection: { _id: 1 } })) !== null;
  },
});

const working = (changes: Changes, options: Options, now: () => Date) => ({
  create: async (change: AttributionChange, expiresAt: Date): Promise<void> => {
    const { id: _id, ...facts } = change;
    const work = { previewCursor: null, done: 0, publishedTo: null, dueAt: now(), claim: null };
    await changes.insertOne({ _id, ...facts, ...work, expiresAt }, options);
  },

  /**
   * Lets the work on a phase begin; false where another call has begun it.
   * @throws conflict `change_in_progress` while another change of the campaign is applied or undone
   */
  begin: async (change: AttributionChange, beginning: Beginning): Promise<boolean> => {
    const { id: _id, status, campaignId } = change;
    const begun = {
      status: beginning.status,
      ...beginningOf(beginning),
      activeCampaignId: campaignId,
      ...{ done: 0, publishedTo: null, dueAt: now(), claim: null },
    };
    const update = { $set: begun, $unset: { expiresAt: '' as const } };
    try {
      return (await changes.updateOne({ _id, status }, update, options)).matchedCount === 1;
    } catch (error) {
      if (isDuplicateKey(error)) throw changeInProgress();
      throw error;
    }
  },

  /**
   * Saves a step of claimed work.
   * @param isOver whether nothing is left to be done
   * @throws ChangeTakenError where another instance has the claim
   */
  saveStep: async (
    { id: _id, claim }: Pick<ClaimedChange, 'id' | 'claim'>,
    outcome: StepOutcome,
    isOver: boolean,
  ): Promise<void> => {
    const { matchedCount } = await changes.updateOne(
      underClaim({ _id, claim: claim ?? null }),
      {
        $set: { ...outcome, claim: null, dueAt: isOver ? null : now() },
        ...(isOver ? { $unset: { activeCampaignId: '' } } : {}),
      },
      options,
    );
    if (matchedCount === 0) throw new ChangeTakenError(`Change ${_id} was taken over`);
  },
});

/** Attribution changes and the queue of those that are worked on. */
export function attributionChangeStore(
  { attributionChanges: changes }: Collections,
  now: () => Date,
  session?: Session,
) {
  const options = session === undefined ? {} : { session };
  return {
    queue: dueDocuments(changes, { leaseMs: LEASE_MS, now }),
    changeOf,
    ...reading(changes, options, now),
    ...working(changes, options, now),
  };
}

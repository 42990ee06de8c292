import { type ClickRow } from '@tributary/contracts';
import { DAY_MS } from '@tributary/units';
import mongoose from 'mongoose';
import { isCountable } from '../domain/click.ts';
import { type ClickDocument, type Models } from './models.ts';

const { MongoBulkWriteError } = mongoose.mongo;
const DUPLICATE_KEY = 11_000;
const PRIVATE_DAYS = 90;

/** When what could name a person is forgotten. */
export const privateUntil = (from: Date): Date => new Date(from.getTime() + PRIVATE_DAYS * DAY_MS);

function documentOf({ clickId, ...row }: ClickRow): ClickDocument {
  const occurredAt = new Date(row.occurredAt);
  return {
    ...row,
    _id: clickId,
    occurredAt,
    countable: isCountable(row),
    privateUntil: privateUntil(occurredAt),
  };
}

function rowOf(document: ClickDocument): ClickRow {
  const { _id, occurredAt, countable: _countable, privateUntil: _until, ...row } = document;
  const { ip = '', userAgent = '' } = document;
  return { ...row, clickId: _id, occurredAt: occurredAt.toISOString(), ip, userAgent };
}

const isRepetition = (error: unknown): boolean => {
  if (!(error instanceof MongoBulkWriteError)) return false;
  const errors = [error.writeErrors].flat();
  return errors.length > 0 && errors.every(({ code }) => code === DUPLICATE_KEY);
};

/** The projection of the click log. */
export const clickStore = ({ clicks }: Models) => ({
  /** Adds clicks in bulk; those that are there already stay as they are. */
  addAll: async (rows: readonly ClickRow[]): Promise<void> => {
    const documents = rows.map(documentOf);
    try {
      await clicks.collection.insertMany(documents as never[], { ordered: false });
    } catch (error) {
      if (!isRepetition(error)) throw error;
    }
  },

  find: async (clickId: string): Promise<ClickRow | undefined> => {
    const found = await clicks.findById(clickId).lean<ClickDocument>();
    return found === null ? undefined : rowOf(found);
  },

  /** A link's latest click by a person since then. */
  findLatest: async (linkId: string, since: Date): Promise<ClickRow | undefined> => {
    const found = await clicks
      .findOne({ linkId, countable: true, occurredAt: { $gte: since } })
      .sort({ occurredAt: -1 })
      .lean<ClickDocument>();
    return found === null ? undefined : rowOf(found);
  },

  /** First clicks of the day that led to an affiliate's brands, `end` excluded. */
  countUnique: (
    affiliateId: string,
    within: { start: Date; end: Date; campaignId?: string | undefined },
  ): Promise<number> => {
    const { start, end, campaignId } = within;
    const ofCampaign = campaignId === undefined ? {} : { campaignId };
    const occurredAt = { $gte: start, $lt: end };
    return clicks.countDocuments({ affiliateId, validity: 'valid', occurredAt, ...ofCampaign });
  },

  /** Forgets who clicked; that there was a click stays. @returns how many */
  erase: async (ids: readonly string[], visitorId: string): Promise<number> => {
    const unset = { ip: '', userAgent: '', fetchMetadata: '', privateUntil: '' };
    const update = { $set: { visitorId, referrer: null }, $unset: unset };
    const { matchedCount } = await clicks.collection.updateMany(
      { _id: { $in: ids } } as never,
      update,
    );
    return matchedCount;
  },

  /** Forgets address and agent of clicks whose time is over; at most `limit`. @returns how many */
  forgetPrivate: async (now: Date, limit: number): Promise<number> => {
    const due = await clicks
      // The type says that the partial index holds them; without it all clicks are read.
      .find({ privateUntil: { $lte: now, $type: 'date' } }, { _id: 1 })
      .limit(limit)
      .lean();
    if (due.length === 0) return 0;
    const ids = due.map(({ _id }) => _id);
    const unset = { $unset: { ip: '', userAgent: '', privateUntil: '' } };
    await clicks.collection.updateMany({ _id: { $in: ids } } as never, unset);
    return due.length;
  },
});
export type ClickStore = ReturnType<typeof clickStore>;

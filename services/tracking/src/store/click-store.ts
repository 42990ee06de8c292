import { type ClickRow } from '@tributary/contracts';
import { DAY_MS } from '@tributary/units';
import mongoose from 'mongoose';
import { isCountable } from '../domain/click.ts';
import { type ClickDocument, type Collections } from './collections.ts';

const { MongoBulkWriteError } = mongoose.mongo;
const DUPLICATE_KEY = 11_000;
const PRIVATE_DAYS = 90;

/** The time when personal data is deleted. */
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

const isDuplicatesOnly = (error: unknown): boolean => {
  if (!(error instanceof MongoBulkWriteError)) return false;
  const errors = [error.writeErrors].flat();
  return errors.length > 0 && errors.every(({ code }) => code === DUPLICATE_KEY);
};

/** What an erased click loses. */
const PERSONAL = {
  ip: '',
  userAgent: '',
  fetchMetadata: '',
  traffic: '',
  privateUntil: '',
} as const;

/** The projection of the click log. */
export const clickStore = ({ clicks }: Collections) => ({
  /** Adds clicks in bulk; stored ones remain unchanged. */
  addAll: async (rows: readonly ClickRow[]): Promise<void> => {
    const documents = rows.map(documentOf);
    try {
      await clicks.insertMany(documents, { ordered: false });
    } catch (error) {
      if (!isDuplicatesOnly(error)) throw error;
    }
  },

  find: async (clickId: string): Promise<ClickRow | undefined> => {
    const found = await clicks.findOne({ _id: clickId });
    return found === null ? undefined : rowOf(found);
  },

  /** A link's latest countable click since a time. */
  findLatest: async (linkId: string, since: Date): Promise<ClickRow | undefined> => {
    const matching = { linkId, countable: true, occurredAt: { $gte: since } };
    const found = await clicks.findOne(matching, { sort: { occurredAt: -1 } });
    return found === null ? undefined : rowOf(found);
  },

  /** Unique daily clicks of an affiliate's links, `end` excluded. */
  countUnique: (
    affiliateId: string,
    range: { start: Date; end: Date; campaignId?: string | undefined },
  ): Promise<number> => {
    const { start, end, campaignId } = range;
    const ofCampaign = campaignId === undefined ? {} : { campaignId };
    const occurredAt = { $gte: start, $lt: end };
    return clicks.countDocuments({ affiliateId, validity: 'valid', occurredAt, ...ofCampaign });
  },

  /** Deletes the personal data of clicks; the clicks remain. @returns the number of clicks */
  erase: async (ids: readonly string[], visitorId: string): Promise<number> => {
    const update = { $set: { visitorId, referrer: null }, $unset: PERSONAL };
    const { matchedCount } = await clicks.updateMany({ _id: { $in: ids } }, update);
    return matchedCount;
  },

  /** Deletes addresses and user agents past their retention, at most `limit`. @returns the number of clicks */
  forgetPrivate: async (now: Date, limit: number): Promise<number> => {
    const due = await clicks
      // The type condition selects the partial index; without it the query reads all clicks.
      .find({ privateUntil: { $lte: now, $type: 'date' } }, { projection: { _id: 1 } })
      .limit(limit)
      .toArray();
    if (due.length === 0) return 0;
    const ids = due.map(({ _id }) => _id);
    const unset = { $unset: { ip: '', userAgent: '', privateUntil: '' } } as const;
    await clicks.updateMany({ _id: { $in: ids } }, unset);
    return due.length;
  },
});
export type ClickStore = ReturnType<typeof clickStore>;

import { notFound } from '@tributary/errors';
import { type Session } from '@tributary/mongo';
import { type Creative } from '../domain/creative.ts';
import { type Models } from './models.ts';
import { fromRow, NEWEST_FIRST, type Page, toRow } from './rows.ts';

const creativeNotFound = () => notFound('not_found', { message: 'There is no such creative' });

/** Creatives, and their files in a collection of their own, because lists need no bytes. */
export function creativeStore(
  { creatives, creativeFiles }: Models,
  session: Session | null = null,
) {
  const find = async (id: string): Promise<Creative | undefined> => {
    const row = await creatives.findById(id).session(session).lean();
    return row === null ? undefined : fromRow<Creative>(row);
  };
  return {
    find,
    create: async (creative: Creative, bytes: Uint8Array): Promise<void> => {
      await creatives.create([toRow(creative)], { session });
      await creativeFiles.create([{ _id: creative.id, bytes: Buffer.from(bytes) }], { session });
    },
    count: (campaignId: string): Promise<number> =>
      creatives.countDocuments({ campaignId }).session(session).exec(),
    /** @throws not_found, also for another campaign's creative */
    delete: async (id: string, campaignId: string): Promise<void> => {
      const row = await creatives.findOneAndDelete({ _id: id, campaignId }).session(session).lean();
      if (row === null) throw creativeNotFound();
      await creativeFiles.deleteOne({ _id: id }).session(session);
    },
    list: async (campaignId: string, { skip, limit }: Page) => {
      const query = creatives.find({ campaignId }).sort(NEWEST_FIRST).skip(skip).limit(limit);
      const rows = await query.lean();
      const total = await creatives.countDocuments({ campaignId });
      return { creatives: rows.map((row) => fromRow<Creative>(row)), total };
    },
    /** @throws not_found */
    getFile: async (id: string): Promise<Buffer> => {
      const row = await creativeFiles
        .findById(id)
        .lean<{ bytes: { buffer: Uint8Array } | Buffer }>();
      if (row === null) throw creativeNotFound();
      const { bytes } = row;
      return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer);
    },
  };
}

import { notFound } from '@tributary/errors';
import {
  findPage,
  fromDocument,
  toDocument,
  type PageRequest,
  type Session,
} from '@tributary/mongo';
import { type Creative } from '../domain/creative.ts';
import { type Collections } from './collections.ts';

const creativeNotFound = () => notFound('not_found', { message: 'There is no such record' });

/** Creatives, and their files in a collection of their own, because lists need no bytes. */
export function creativeStore(
  { creatives, creativeFiles }: Collections,
  session: Session | null = null,
) {
  const find = async (id: string): Promise<Creative | undefined> => {
    const document = await creatives.findById(id).session(session).lean();
    return document === null ? undefined : fromDocument<Creative>(document);
  };
  return {
    find,
    /** @throws not_found, also for another campaign's creative */
    get: async (id: string, campaignId: string): Promise<Creative> => {
      const creative = await find(id);
      if (creative?.campaignId !== campaignId) throw creativeNotFound();
      return creative;
    },
    create: async (creative: Creative, bytes: Uint8Array): Promise<void> => {
      await creatives.create([toDocument(creative)], { session });
      await creativeFiles.create([{ _id: creative.id, bytes: Buffer.from(bytes) }], { session });
    },
    count: (campaignId: string): Promise<number> =>
      creatives.countDocuments({ campaignId }).session(session).exec(),
    /** The deleted creative. @throws not_found, also for another campaign's creative */
    delete: async (id: string, campaignId: string): Promise<Creative> => {
      const document = await creatives
        .findOneAndDelete({ _id: id, campaignId })
        .session(session)
        .lean();
      if (document === null) throw creativeNotFound();
      await creativeFiles.deleteOne({ _id: id }).session(session);
      return fromDocument<Creative>(document);
    },
    list: async (campaignId: string, page: PageRequest) => {
      const { documents, total } = await findPage(creatives, { campaignId }, page);
      return { creatives: documents.map((document) => fromDocument<Creative>(document)), total };
    },
    /** @throws not_found */
    getFile: async (id: string): Promise<Buffer> => {
      const document = await creativeFiles
        .findById(id)
        .lean<{ bytes: { buffer: Uint8Array } | Buffer }>();
      if (document === null) throw creativeNotFound();
      const { bytes } = document;
      return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer);
    },
  };
}

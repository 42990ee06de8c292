import mongoose from 'mongoose';
import { type Creative } from '../domain/creative.ts';
import { date, type Row, settings, text } from './rows.ts';

/** Shard key: `campaignId`, hashed. Kept until the brand removes it. */
export const creativeSchema = new mongoose.Schema<Row<Creative>>(
  {
    _id: text,
    campaignId: text,
    brandId: text,
    name: text,
    kind: text,
    format: text,
    sizeBytes: { type: Number, required: true },
    width: { type: Number, default: null },
    height: { type: Number, default: null },
    digest: text,
    createdAt: date,
  },
  settings,
).index({ campaignId: 1, createdAt: -1, _id: -1 });

/** The bytes of a creative. */
export interface CreativeFileRow {
  readonly _id: string;
  readonly bytes: Buffer;
}

/** Shard key: `_id`, hashed. Kept as long as its creative. */
export const creativeFileSchema = new mongoose.Schema<CreativeFileRow>(
  { _id: text, bytes: { type: Buffer, required: true } },
  settings,
);

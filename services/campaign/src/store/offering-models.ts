import mongoose from 'mongoose';
import { type Creative } from '../domain/creative.ts';
import { type Product } from '../domain/product.ts';
import { date, optionalText, type Row, settings, text } from './rows.ts';

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

/** Shard key: `brandId`, hashed; the unique index is within it. Kept until the brand removes it. */
export const productSchema = new mongoose.Schema<Row<Product>>(
  {
    _id: text,
    brandId: text,
    sku: text,
    name: text,
    priceMinor: { type: Number, required: true },
    currency: text,
    category: optionalText,
    url: optionalText,
    createdAt: date,
    updatedAt: date,
  },
  settings,
)
  .index({ brandId: 1, sku: 1 }, { unique: true })
  .index({ brandId: 1, createdAt: -1, _id: -1 });

import mongoose from 'mongoose';
import { type Product } from '../domain/product.ts';
import { date, optionalText, type Row, settings, text } from './rows.ts';

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

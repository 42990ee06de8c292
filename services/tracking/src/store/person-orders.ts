import { type Session } from '@tributary/mongo';
import { type Conversion, visitorClickOf } from '../domain/conversion.ts';
import { type PersonKey, type PersonSearch } from '../domain/customer-erasure.ts';
import { type Collections, type ConversionDocument } from './collections.ts';

/** The fields that identify a person, and their indexes. */
const PERSON_INDEXES = {
  customer_email: [['customerEmailHash', { customerEmailHash: 1, brandId: 1 }]],
  customer_id: [['customerId', { customerId: 1, brandId: 1 }]],
  click_id: [
    ['clickId', { clickId: 1 }],
    ['coupon.click.clickId', { 'coupon.click.clickId': 1 }],
  ],
} as const satisfies Record<PersonKey, readonly (readonly [string, object])[]>;

/** An order of a person who is to be erased. */
type PersonOrder = Pick<Conversion, 'id' | 'brandId' | 'clickId'>;
type PersonRow = Pick<ConversionDocument, '_id' | 'brandId' | 'clickId' | 'coupon'>;

const orderOf = (row: PersonRow): PersonOrder => ({
  id: row._id,
  brandId: row.brandId,
  clickId: visitorClickOf(row),
});

/** Orders that were not erased yet, or whose adjustments came since. */
const NOT_ERASED = {
  $or: [
    { customerErased: { $exists: false } },
    { 'adjustments.metadataText': { $type: 'string' as const } },
  ],
};

/** The orders of a person who is to be erased. The driver's own calls join no ambient transaction. */
export const personOrders = (
  { conversions }: Collections,
  options: { readonly session?: Session },
) => ({
  /** The next orders of a person in the order of their ids. */
  listOfPerson: async (
    { by, value, brandId }: PersonSearch,
    afterId: string | null,
    limit: number,
  ): Promise<PersonOrder[]> => {
    const owned = brandId === null ? {} : { brandId };
    const found = new Map<string, PersonOrder>();
    for (const [field, hint] of PERSON_INDEXES[by]) {
      // The type condition permits the partial indexes, and the hint excludes that of the ids, which finds nobody.
      const named = { [field]: { $eq: value, $type: 'string' }, ...owned, ...NOT_ERASED };
      const rows = await conversions
        .find({ ...named, _id: { $gt: afterId ?? '' } }, { ...options, hint })
        .project<PersonRow>({ brandId: 1, clickId: 1, coupon: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      for (const row of rows) found.set(row._id, orderOf(row));
    }
    const orders = [...found.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
    return orders.slice(0, limit);
  },

  /** Deletes the customer's data; values, credit and commissions remain. @returns the number of conversions */
  eraseCustomers: async (ids: readonly string[]): Promise<number> => {
    if (ids.length === 0) return 0;
    const erased = {
      customerEmailHash: null,
      customerId: null,
      ip: null,
      userAgent: null,
      evidence: null,
      refererUrl: null,
      metadataText: null,
      customerErased: true,
      'adjustments.$[].metadataText': null,
    };
    const update = { $set: erased, $unset: { privateUntil: '', consent: '' } } as const;
    return (await conversions.updateMany({ _id: { $in: ids } }, update, options)).matchedCount;
  },
});

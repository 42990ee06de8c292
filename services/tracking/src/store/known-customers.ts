import { type Conversion } from '../domain/conversion.ts';
import { type CustomerField, customerFields, customerKey } from '../domain/customers.ts';
import { type Collections } from './collections.ts';

/** Finds the customers with earlier orders, by two index-only queries for each brand. @returns their keys */
export async function findKnownCustomers(
  { conversions }: Pick<Collections, 'conversions'>,
  arrived: readonly Conversion[],
): Promise<Set<string>> {
  const known = new Set<string>();
  const find = async (brandId: string, field: CustomerField, values: readonly string[]) => {
    if (values.length === 0) return;
    // The type condition permits the partial index, and the hint selects it.
    const filter = { brandId, [field]: { $in: [...new Set(values)], $type: 'string' } };
    const found = await conversions
      .aggregate<{ _id: string }>([{ $match: filter }, { $group: { _id: `$${field}` } }], {
        hint: { [field]: 1, brandId: 1 },
      })
      .toArray();
    for (const { _id: value } of found) known.add(customerKey(brandId, field, value));
  };
  const queries = [...Map.groupBy(arrived, ({ brandId }) => brandId)].flatMap(([brandId, own]) =>
    customerFields.map((field) =>
      find(
        brandId,
        field,
        own.flatMap((conversion) => conversion[field] ?? []),
      ),
    ),
  );
  await Promise.all(queries);
  return known;
}

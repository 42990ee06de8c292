import type mongoose from 'mongoose';

/** A field of an index with the values that are wanted of it; null for documents without one. */
type Wanted<Field extends string> = readonly [field: Field, values: readonly (string | null)[]];

interface LatestOptions<Document, Field extends string> {
  /** The fields that the index begins with, in its order; each combination of their values is a group. */
  readonly of: readonly Wanted<Field>[];
  /** The next field of the index: the latest documents have its highest values. */
  readonly by: keyof Document & string;
  /** The most documents of a group. */
  readonly most: number;
  /** What else a document has to match. */
  readonly where: mongoose.mongo.Filter<Document>;
  /** What is read of a document; the fields of groups have their own names. */
  readonly projection: Readonly<Record<string, 0 | 1 | string>>;
  readonly index: Readonly<Record<string, 1 | -1>>;
}

const valueOf = (row: object, field: string): string | null =>
  (row as Readonly<Record<string, string | null>>)[field] ?? null;

/** The groups behind the last one of a page, and that one where it is read again. */
function groupsAfter<Field extends string>(
  page: readonly object[],
  last: object,
  of: readonly Wanted<Field>[],
  isReadAgain: boolean,
): (readonly Wanted<Field>[])[] {
  return of.map(([field, values], depth) => {
    const outer = of.slice(0, depth);
    const seen = new Set(
      page
        .filter((row) => outer.every(([name]) => valueOf(row, name) === valueOf(last, name)))
        .map((row) => valueOf(row, field)),
    );
    if (isReadAgain && depth === of.length - 1) seen.delete(valueOf(last, field));
    return [
      ...outer.map(([name]): Wanted<Field> => [name, [valueOf(last, name)]]),
      [field, values.filter((value) => !seen.has(value))],
      ...of.slice(depth + 1),
    ];
  });
}

/**
 * The latest documents of each group, in any order. Each group is read from its end in the index, small ones together and
 * no more than twice the most of a large one: a visitor with a million clicks costs no more than one with thousands.
 */
export async function listLatestOfEach<
  Row extends object,
  Field extends string,
  Document extends mongoose.mongo.Document,
>(
  collection: mongoose.mongo.Collection<Document>,
  { of, by, most, where, projection, index }: LatestOptions<Document, Field>,
): Promise<Row[]> {
  const size = 2 * most;
  const fields = of.map(([field]) => field);
  // The order of the index, from the end where the latest are.
  const sort = Object.fromEntries<1 | -1>(
    [...fields, by].map((field) => [field, index[field] === index[by] ? -1 : 1]),
  );
  const found: Row[] = [];
  const waiting: (readonly Wanted<Field>[])[] = [of];
  for (let groups = waiting.pop(); groups !== undefined; groups = waiting.pop()) {
    if (groups.some(([, values]) => values.length === 0)) continue;
    const wanted = groups.map(([field, values]) => ({ [field]: { $in: [...new Set(values)] } }));
    const filter = { $and: [...wanted, where] } as mongoose.mongo.Filter<Document>;
    const page = await collection
      .find(filter, { batchSize: size + 1 })
      .project<Row>(projection)
      .hint(index)
      .sort(sort)
      .limit(size)
      .toArray();
    const whole = [
      ...Map.groupBy(page, (row) => fields.map((name) => valueOf(row, name)).join(' ')).values(),
    ];
    const last = page.at(-1);
    if (last !== undefined && page.length === size) {
      const isReadAgain = (whole.at(-1)?.length ?? 0) < most;
      if (isReadAgain) whole.pop();
      waiting.push(...groupsAfter(page, last, groups, isReadAgain));
    }
    found.push(...whole.flatMap((rows) => rows.slice(0, most)));
  }
  return found;
}

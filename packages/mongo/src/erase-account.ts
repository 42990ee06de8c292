import type mongoose from 'mongoose';
import { databaseOf } from './database.ts';
import { type CollectionDefinition } from './define-collection.ts';
import { type PersonalData } from './personal-data.ts';

type Declared = Readonly<Record<string, CollectionDefinition<unknown>>>;
type Filter = Record<string, unknown>;
type Handle = mongoose.mongo.Collection<{ _id: string }>;

/** Documents that one operation changes. */
const BATCH_SIZE = 500;

/** An account that is erased. */
interface Erased {
  readonly _id: string;
  /** The e-mail addresses that its owner proved. */
  readonly addresses: readonly string[];
  readonly erasedAt: Date;
}

const anyOf = (fields: readonly string[], value: string): Filter => ({
  $or: fields.map((field) => ({ [field]: value })),
});

/** The ids of the documents found, batch by batch. */
async function* idsOf(handle: Handle, filter: Filter): AsyncGenerator<string[]> {
  const found = handle.find(filter as never, { projection: { _id: 1 }, batchSize: BATCH_SIZE });
  let ids: string[] = [];
  for await (const { _id } of found) {
    ids.push(_id);
    if (ids.length < BATCH_SIZE) continue;
    yield ids;
    ids = [];
  }
  if (ids.length > 0) yield ids;
}

async function eraseFound(
  handle: Handle,
  filter: Filter,
  erased: PersonalData['erased'],
): Promise<void> {
  for await (const ids of idsOf(handle, filter)) {
    const batch = { _id: { $in: ids } };
    if (erased === 'deleted') await handle.deleteMany(batch);
    else if ('blanked' in erased) await handle.updateMany(batch, { $set: erased.blanked });
  }
}

const isErasable = ({ of, erased }: PersonalData): boolean =>
  of === 'account' && (erased === 'deleted' || 'blanked' in erased);

/**
 * Deletes or blanks what the declared collections hold of an account, as they declare it, in bounded
 * batches. Can be interrupted and repeated: what leads to other documents is erased after them.
 * By address it finds only what was made before the erasure.
 */
export async function eraseAccount(
  connection: mongoose.Connection,
  declared: Declared,
  { _id, addresses, erasedAt }: Erased,
): Promise<void> {
  const handleOf = (name: string) => databaseOf(connection).collection<{ _id: string }>(name);
  const all = Object.values(declared).flatMap(({ name, personal }) =>
    personal === 'none' ? [] : personal.filter(isErasable).map((data) => ({ name, data })),
  );
  for (const { name, data } of all) {
    if (data.via === undefined) continue;
    const { collection, by, field } = data.via;
    const parent = handleOf(declared[collection]?.name ?? collection);
    for await (const parents of idsOf(parent, anyOf(by, _id))) {
      await eraseFound(handleOf(name), { [field]: { $in: parents } }, data.erased);
    }
  }
  for (const { name, data } of all) {
    if (data.by !== undefined) await eraseFound(handleOf(name), anyOf(data.by, _id), data.erased);
    if (data.byAddress === undefined || addresses.length === 0) continue;
    const { field, madeAt } = data.byAddress;
    const earlier = { [field]: { $in: addresses }, [madeAt]: { $lte: erasedAt } };
    await eraseFound(handleOf(name), earlier, data.erased);
  }
}

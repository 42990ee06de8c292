import mongoose from 'mongoose';
import { type CollectionSpec, createCollections, type IndexSpec } from './create-collections.ts';
import { databaseOf } from './database.ts';
import { type Exports, type Personal } from './personal-data.ts';
import { requireFittingKeys, type ShardKey, type Unsharded } from './shard-key.ts';

/** When documents are deleted: never, by a rule of the service, or by MongoDB some time after a date in them. */
export type Retention =
  | 'permanent'
  | { readonly until: string }
  | { readonly field: string; readonly seconds: number; readonly indexName?: string };

type Index = Omit<mongoose.mongo.IndexDescription, 'key'> & {
  readonly key: Readonly<Record<string, mongoose.mongo.IndexDirection>>;
};

/** All there is to know of a collection besides its document type. */
export interface CollectionDeclaration {
  readonly name: string;
  /** How its documents are spread over the shards of a sharded cluster. */
  readonly shardKey: ShardKey | Unsharded;
  readonly retention: Retention;
  readonly personal: Personal;
  /** What an account's owner receives of it; nothing where it is left out. */
  readonly exports?: Exports;
  /** Without a name an index gets MongoDB's own: `field_1`. The index that ends the retention is added. */
  readonly indexes?: readonly Index[];
  /** Names of indexes of earlier releases that the declared ones replace: dropped once those are built. */
  readonly formerIndexes?: readonly string[];
}

/** A declared collection. `Handle` is what stores call. */
export interface CollectionDefinition<Handle> extends CollectionDeclaration {
  readonly spec: CollectionSpec;
  readonly open: (connection: mongoose.Connection) => Handle;
}

/**
 * Declares a collection of `Document`s in one place. With `fields` the handle is a mongoose model, which
 * checks what is saved; without, on hot paths, it is the driver's typed collection.
 * @throws where a unique index does not begin with the shard key
 */
export function defineCollection<Document extends mongoose.mongo.Document>(
  declaration: CollectionDeclaration & { readonly fields: mongoose.SchemaDefinition },
): CollectionDefinition<mongoose.Model<Document>>;
export function defineCollection<Document extends mongoose.mongo.Document>(
  declaration: CollectionDeclaration,
): CollectionDefinition<mongoose.mongo.Collection<Document>>;
export function defineCollection<Document extends mongoose.mongo.Document>(
  declaration: CollectionDeclaration & { readonly fields?: mongoose.SchemaDefinition },
): CollectionDefinition<mongoose.Model<Document> | mongoose.mongo.Collection<Document>> {
  const { fields, ...described } = declaration;
  const { name } = described;
  const { formerIndexes = [] } = described;
  const spec = { name, indexes: indexesOf(described), formerIndexes };
  requireFittingKeys(name, described.shardKey, spec.indexes);
  if (fields === undefined) {
    return { ...described, spec, open: (connection) => databaseOf(connection).collection(name) };
  }
  const schema = new mongoose.Schema<Document>(
    fields as mongoose.SchemaDefinition<Document>,
    SCHEMA_OPTIONS,
  );
  return { ...described, spec, open: (connection) => modelOf(connection, name, schema) };
}

/** An unknown field is an error, and an empty object is saved as it is. */
const SCHEMA_OPTIONS = { versionKey: false, strict: 'throw', minimize: false } as const;

const modelOf = <Document>(
  connection: mongoose.Connection,
  name: string,
  schema: mongoose.Schema<Document>,
): mongoose.Model<Document> =>
  (connection.models[name] as mongoose.Model<Document> | undefined) ??
  connection.model<Document>(name, schema, name);

function indexesOf({ indexes = [], retention }: CollectionDeclaration): IndexSpec[] {
  const named = indexes.map((index) => ({ ...index, name: index.name ?? nameOf(index.key) }));
  if (retention === 'permanent' || !('field' in retention)) return named;
  const key = { [retention.field]: 1 } as const;
  const name = retention.indexName ?? nameOf(key);
  return [...named, { key, name, expireAfterSeconds: retention.seconds }];
}

const nameOf = (key: Readonly<Record<string, mongoose.mongo.IndexDirection>>): string =>
  Object.entries(key).flat().join('_');

type Definitions = Readonly<Record<string, CollectionDefinition<unknown>>>;

/** The handles of a service's collections, by the names that its stores use. */
export type CollectionsOf<Declared extends Definitions> = {
  readonly [Name in keyof Declared]: ReturnType<Declared[Name]['open']>;
};

/** The handles of a database's collections, for programs that only read: creates nothing. */
export const collectionsOf = <Declared extends Definitions>(
  connection: mongoose.Connection,
  declared: Declared,
): CollectionsOf<Declared> => {
  const handles = Object.entries<CollectionDefinition<unknown>>(declared).map(
    ([name, { open }]) => [name, open(connection)] as const,
  );
  return Object.fromEntries(handles) as CollectionsOf<Declared>;
};

/** Creates the missing collections and indexes, and returns their handles. */
export async function openCollections<Declared extends Definitions>(
  connection: mongoose.Connection,
  declared: Declared,
): Promise<CollectionsOf<Declared>> {
  const definitions = Object.values<CollectionDefinition<unknown>>(declared);
  await createCollections(
    connection,
    definitions.map(({ spec }) => spec),
  );
  return collectionsOf(connection, declared);
}

/** Field types of declared documents. */
export const field = {
  text: { type: String, required: true },
  optionalText: { type: String, default: null },
  number: { type: Number, required: true },
  date: { type: Date, required: true },
  optionalDate: { type: Date, default: null },
  flag: { type: Boolean, required: true },
  /** A part that the domain's types describe. */
  group: { type: mongoose.Schema.Types.Mixed, required: true },
  texts: [String],
} as const;

import { readCollections, readDocuments } from '@tributary/mongo/backup';
import mongoose from 'mongoose';

/** What a system's books state, to compare two states of them. */
export interface Books {
  /** The sum of the entries of each account and currency of the ledger, minor units. */
  readonly balances: ReadonlyMap<string, number>;
  /** The number of documents by collection. */
  readonly counts: ReadonlyMap<string, number>;
  /** The conversions that have commissions. */
  readonly commissionsOf: ReadonlySet<string>;
}

type Row = Readonly<Record<string, unknown>>;

const COUNTED = [
  'tributary_tracking/clicks',
  'tributary_tracking/conversions',
  'tributary_attribution/assessments',
  'tributary_commission/commissions',
  'tributary_commission/ledger_entries',
  'tributary_payout/payouts',
  'tributary_notification/notifications',
];

/** Reads the rows of these collections. */
async function booksOf(
  rowsOf: (database: string, name: string) => AsyncIterable<Row>,
): Promise<Books> {
  const balances = new Map<string, number>();
  const counts = new Map<string, number>();
  const commissionsOf = new Set<string>();
  for (const place of COUNTED) {
    const [database = '', name = ''] = place.split('/');
    let count = 0;
    for await (const row of rowsOf(database, name)) {
      count += 1;
      if (name === 'commissions') commissionsOf.add(String(row['conversionId']));
      if (name !== 'ledger_entries') continue;
      const account = `${String(row['account'])}/${String(row['currency'])}`;
      balances.set(account, (balances.get(account) ?? 0) + Number(row['amountMinor']));
    }
    counts.set(place, count);
  }
  return { balances, counts, commissionsOf };
}

export async function readBooks(mongoUrl: string, namespace: string): Promise<Books> {
  const mongo = await mongoose.createConnection(mongoUrl).asPromise();
  try {
    return await booksOf((database, name) =>
      mongo
        .useDb(namespace + database)
        .collection(name)
        .find(),
    );
  } finally {
    await mongo.close();
  }
}

export async function readBooksOfBackup(directory: string): Promise<Books> {
  const collections = await readCollections(directory);
  return booksOf(async function* rows(database, name) {
    const found = collections.find((one) => one.database === database && one.name === name);
    if (found === undefined) return;
    for await (const document of readDocuments(directory, found)) {
      yield mongoose.mongo.BSON.deserialize(document);
    }
  });
}

const differing = (
  left: ReadonlyMap<string, number>,
  right: ReadonlyMap<string, number>,
): string[] =>
  [...new Set([...left.keys(), ...right.keys()])]
    .filter((key) => left.get(key) !== right.get(key))
    .map((key) => `${key}: ${String(left.get(key))}, ${String(right.get(key))}`);

/** The balances and counts in which two books differ, one line each. */
export const differencesOf = (left: Books, right: Books): string[] => [
  ...differing(left.balances, right.balances),
  ...differing(left.counts, right.counts),
];

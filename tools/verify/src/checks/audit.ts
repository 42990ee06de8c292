import { faultOf, type StoredEntry } from '@tributary/contracts';
import { type Check, type Finding, type Row, type SystemData, text } from '../system-data.ts';

/** How many heads are read at once. */
const BATCH = 500;

type EntryRow = StoredEntry & Pick<Row, '_id'>;

/** Follows every chain from its first entry. */
async function chainsAreWhole(systemData: SystemData): Promise<Finding> {
  const problems: string[] = [];
  let checked = 0;
  let previous: StoredEntry | undefined;
  const rows = systemData.collection('identity', 'audit_entries').find();
  const entries = rows.sort({ chain: 1, sequence: 1 }).allowDiskUse(true);
  for await (const row of entries) {
    const entry = row as unknown as EntryRow;
    const before = previous?.chain === entry.chain ? previous : undefined;
    const fault = faultOf(entry, before);
    const place = `${entry.chain} entry ${String(entry.sequence)} (${entry.entryId})`;
    if (fault !== undefined) problems.push(`${place}: ${fault}`);
    previous = entry;
    checked += 1;
  }
  return { checked, problems };
}

interface Head {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: string;
}

/** The heads that the log does not have, as far as it should. */
async function missingHeads(systemData: SystemData, heads: readonly Head[]): Promise<string[]> {
  if (heads.length === 0) return [];
  const places = heads.map(({ chain, sequence }) => ({ chain, sequence }));
  const rows = systemData
    .collection('identity', 'audit_entries')
    .find({ $or: places }, { projection: { chain: 1, sequence: 1, hash: 1 } });
  const hashes = new Map<string, string>();
  for await (const { chain, sequence, hash } of rows) {
    hashes.set(`${text(chain)} entry ${text(sequence)}`, text(hash));
  }
  return heads.flatMap(({ chain, sequence, hash }) => {
    const place = `${chain} entry ${String(sequence)}`;
    const found = hashes.get(place);
    if (found === hash) return [];
    return [found === undefined ? `${place}: is missing` : `${place}: is not the one of before`];
  });
}

/** Compares the chains with the heads of one collection. */
const headsAreKnown =
  (service: 'analytics' | 'identity', name: string, chainField: '_id' | 'chain') =>
  async (systemData: SystemData): Promise<Finding> => {
    const problems: string[] = [];
    let checked = 0;
    let batch: Head[] = [];
    const compare = async (): Promise<void> => {
      problems.push(...(await missingHeads(systemData, batch)));
      checked += batch.length;
      batch = [];
    };
    for await (const row of systemData.collection(service, name).find()) {
      const { sequence, hash } = row as unknown as Head;
      batch.push({ chain: text(row[chainField]), sequence, hash });
      if (batch.length === BATCH) await compare();
    }
    await compare();
    return { checked, problems };
  };

export const auditChecks: readonly Check[] = [
  { name: 'no entry of the audit log was removed, changed or inserted', run: chainsAreWhole },
  {
    name: 'the audit log ends where its chains do',
    run: headsAreKnown('identity', 'audit_chains', '_id'),
  },
  {
    name: 'the audit log is the one whose heads were published',
    run: headsAreKnown('analytics', 'audit_heads', 'chain'),
  },
];

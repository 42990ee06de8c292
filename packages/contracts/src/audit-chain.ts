import { createHash } from 'node:crypto';
import { type AuditFacts, type AuditOrigin } from './audit.ts';

/** The hash that the first entry of a chain refers to. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64);

/** The origin of an entry with the random text that keeps its digest from being guessed. */
export type SaltedOrigin = AuditOrigin & { readonly salt: string };

/** What the hash of an entry covers. */
export interface ChainedEntry {
  readonly chain: string;
  /** The first entry of a chain has 1. */
  readonly sequence: number;
  readonly previousHash: string;
  readonly entryId: string;
  readonly occurredAt: Date;
  readonly facts: AuditFacts;
  readonly originHash: string;
}

/** JSON with sorted keys, so that equal values have equal texts. */
function canonicalJson(value: unknown): string {
  if (value instanceof Date) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === undefined || value === null) return 'null';
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`);
  return `{${fields.join(',')}}`;
}

const digest = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex');

/** The digest by which an entry refers to its origin, also after the origin was erased. */
export const hashOrigin = ({ ip, userAgent, salt }: SaltedOrigin): string =>
  digest({ ip, userAgent, salt });

/** The hash of an entry, over its content and the hash of the entry before it. */
export const hashEntry = (entry: ChainedEntry): string => {
  const { chain, sequence, previousHash, entryId, occurredAt, facts, originHash } = entry;
  return digest({ chain, sequence, previousHash, entryId, occurredAt, facts, originHash });
};

/** An entry as it is stored. */
export interface StoredEntry extends ChainedEntry {
  readonly hash: string;
  /** Null after its erasure. */
  readonly origin: SaltedOrigin | null;
}

type Place = Pick<StoredEntry, 'sequence' | 'hash'>;

function faultOfPlace({ sequence, previousHash }: StoredEntry, previous: Place | undefined) {
  const expected = (previous?.sequence ?? 0) + 1;
  if (sequence > expected) return `entries from ${String(expected)} on are missing`;
  if (sequence < expected) return 'the entry is there twice';
  if (previousHash === (previous?.hash ?? FIRST_PREVIOUS_HASH)) return undefined;
  return 'the entry does not follow the one before it';
}

/** What is wrong with `entry` after `previous`; undefined where nothing is. */
export function faultOf(entry: StoredEntry, previous: Place | undefined): string | undefined {
  const fault = faultOfPlace(entry, previous);
  if (fault !== undefined) return fault;
  const { origin, originHash } = entry;
  if (hashEntry(entry) !== entry.hash) return 'the entry was changed';
  if (origin !== null && hashOrigin(origin) !== originHash) return 'the origin was changed';
  return undefined;
}

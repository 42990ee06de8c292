import { auditEntryRecorded, auditFacts } from './audit.ts';
import {
  faultOf,
  FIRST_PREVIOUS_HASH,
  hashEntry,
  hashOrigin,
  type StoredEntry,
} from './audit-chain.ts';

const origin = { ip: '203.0.113.7', userAgent: null, salt: 'random' };
const facts = auditFacts.parse(auditEntryRecorded.sample);

function entryAfter(previous: StoredEntry | undefined, operationId: string): StoredEntry {
  const entry = {
    chain: 'account',
    sequence: (previous?.sequence ?? 0) + 1,
    previousHash: previous?.hash ?? FIRST_PREVIOUS_HASH,
    entryId: operationId,
    occurredAt: new Date(0),
    facts: { ...facts, operationId },
    originHash: hashOrigin(origin),
  };
  return { ...entry, hash: hashEntry(entry), origin };
}

const first = entryAfter(undefined, 'first');
const second = entryAfter(first, 'second');
const third = entryAfter(second, 'third');

describe('a chain of the audit log', () => {
  it('has no fault as it was written, in whatever order the fields are stored', () => {
    const { actor, ...rest } = second.facts;
    const reordered = { ...second, facts: { ...rest, actor } };
    expect([faultOf(first, undefined), faultOf(reordered, first), faultOf(third, second)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('has no fault after the origin of an entry was erased', () => {
    expect(faultOf({ ...second, origin: null }, first)).toBeUndefined();
  });

  it('shows a removed entry, at its start as well', () => {
    expect(faultOf(third, first)).toMatch('from 2 on are missing');
    expect(faultOf(second, undefined)).toMatch('from 1 on are missing');
  });

  it('shows a changed entry, even where its hash was computed again', () => {
    const forged = { ...second, facts: { ...second.facts, operationId: 'forged' } };
    expect(faultOf(forged, first)).toMatch('was changed');
    const rehashed = { ...forged, hash: hashEntry(forged) };
    expect(faultOf(rehashed, first)).toBeUndefined();
    expect(faultOf(third, rehashed)).toMatch('does not follow');
  });

  it('shows an inserted entry', () => {
    const inserted = entryAfter(first, 'inserted');
    expect(faultOf(inserted, second)).toMatch('twice');
    expect(faultOf(entryAfter(second, 'inserted'), second)).toBeUndefined();
    expect(faultOf(third, entryAfter(second, 'inserted'))).toMatch('twice');
  });

  it('shows a changed origin', () => {
    const elsewhere = { ...origin, ip: '198.51.100.9' };
    expect(faultOf({ ...second, origin: elsewhere }, first)).toMatch('origin was changed');
  });
});

import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { reply, type Reply } from '@tributary/service';
import { type AuditEntry } from '../domain/audit-entry.ts';
import { type AuditEntryView } from './audit-view.ts';

export const auditFormats = ['csv', 'jsonl'] as const;
type AuditFormat = (typeof auditFormats)[number];

const COLUMNS = [
  'entry_id',
  'chain',
  'sequence',
  'occurred_at',
  'service',
  'operation',
  'outcome',
  'error',
  'role',
  'member_role',
  'account_id',
  'member_id',
  'api_key_id',
  'ip',
  'user_agent',
  'request_id',
  'target_ids',
  'changes',
  'previous_hash',
  'hash',
] as const;

function csvLine({ actor, target_ids: targetIds, changes, ...entry }: AuditEntryView): string {
  const cells: Record<(typeof COLUMNS)[number], string | number | null> = {
    ...entry,
    ...actor,
    target_ids: targetIds.join(' '),
    changes: JSON.stringify(changes),
  };
  // A cell that begins like a formula must not become one in a spreadsheet.
  return stringify([COLUMNS.map((name) => cells[name])], { escape_formulas: true });
}

const writers: Readonly<
  Record<AuditFormat, { head: string; line: (entry: AuditEntryView) => string }>
> = {
  csv: { head: stringify([[...COLUMNS]]), line: csvLine },
  jsonl: { head: '', line: (entry) => `${JSON.stringify(entry)}\n` },
};
const mediaTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' } as const;

/** The entries as a file, written while they are read. */
export function auditFile(
  format: AuditFormat,
  entries: AsyncIterable<AuditEntry>,
  viewOf: (entry: AuditEntry) => AuditEntryView,
): Reply {
  const { head, line } = writers[format];
  async function* lines(): AsyncGenerator<string> {
    if (head !== '') yield head;
    for await (const entry of entries) yield line(viewOf(entry));
  }
  return reply(200, {
    body: Readable.from(lines()),
    headers: {
      'content-type': mediaTypes[format],
      'content-disposition': `attachment; filename="audit.${format}"`,
      'cache-control': 'no-store',
    },
  });
}

import { z } from 'zod';
import { type AuditChange, memberRoles, roles } from '@tributary/contracts';
import { endDate, startBeforeEnd, startDate } from '@tributary/service';
import { type AuditEntry } from '../domain/audit-entry.ts';
import { type AuditFilter } from '../store/audit-store.ts';

const fields = z.record(z.string(), z.unknown()).nullable();

export const auditEntryResponse = z
  .object({
    entry_id: z.uuid(),
    /** The chain of an account has its id; the administrators’ chain is `platform`. */
    chain: z.string(),
    sequence: z.int(),
    occurred_at: z.iso.datetime(),
    operation: z.string(),
    service: z.string(),
    outcome: z.enum(['done', 'refused']),
    error: z.string().nullable(),
    actor: z
      .object({
        role: z.enum(roles),
        member_role: z.enum(memberRoles),
        account_id: z.uuid().nullable(),
        member_id: z.uuid().nullable(),
        api_key_id: z.uuid().nullable(),
      })
      .meta({ id: 'AuditActor', description: 'Who did it' }),
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    request_id: z.string(),
    target_ids: z.array(z.string()),
    changes: z.array(
      z.object({ kind: z.string(), id: z.string(), before: fields, after: fields }).meta({
        id: 'AuditChange',
        description:
          'A record that changed; the fields of `before` and `after` are those of its kind',
      }),
    ),
    previous_hash: z.string(),
    hash: z.string(),
  })
  .meta({ id: 'AuditEntry', description: 'An entry of the audit log' });
export type AuditEntryView = z.output<typeof auditEntryResponse>;

const changeView = ({ kind, id, before, after }: AuditChange) => ({ kind, id, before, after });

/** An entry as administrators see it. */
export function auditEntryView(entry: AuditEntry): AuditEntryView {
  const { facts, origin } = entry;
  const { actor } = facts;
  return {
    entry_id: entry.entryId,
    chain: entry.chain,
    sequence: entry.sequence,
    occurred_at: entry.occurredAt.toISOString(),
    operation: facts.operationId,
    service: facts.service,
    outcome: facts.outcome,
    error: facts.code,
    actor: {
      role: actor.role,
      member_role: actor.memberRole,
      account_id: actor.accountId,
      member_id: actor.memberId,
      api_key_id: actor.apiKeyId,
    },
    ip: origin?.ip ?? null,
    user_agent: origin?.userAgent ?? null,
    request_id: facts.requestId,
    target_ids: facts.targetIds,
    changes: facts.changes.map(changeView),
    previous_hash: entry.previousHash,
    hash: entry.hash,
  };
}

/** An entry as the account sees it: of an administrator, only the role and what concerns the account. */
export function ownAuditEntryView(entry: AuditEntry): AuditEntryView {
  const view = auditEntryView(entry);
  if (view.actor.role !== 'admin') return view;
  const concerned = entry.facts.changes.filter(({ accountId }) => accountId === entry.chain);
  return {
    ...view,
    actor: { ...view.actor, account_id: null, member_id: null, api_key_id: null },
    ip: null,
    user_agent: null,
    target_ids: concerned.map(({ id }) => id),
    changes: concerned.map(changeView),
  };
}

/** The most entries of one file. */
export const MAX_EXPORTED_ENTRIES = 100_000;

const MAX_TEXT = 100;

/** The filters of the audit log. */
export const auditQuery = {
  member_id: z.uuid().optional(),
  operation: z
    .string()
    .regex(/^[A-Za-z]+$/)
    .max(MAX_TEXT)
    .optional(),
  target: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .max(MAX_TEXT)
    .optional(),
  start_date: startDate.optional(),
  end_date: endDate.optional(),
  /** An entry’s id: the entries before it. */
  before: z.uuid().optional(),
};

type AuditQuery = { [Field in keyof typeof auditQuery]?: z.output<(typeof auditQuery)[Field]> };

export const startsBeforeItEnds = startBeforeEnd('start_date', 'end_date');

/** The filter of a query, for one chain or all. */
export const auditFilterOf = (chain: string | undefined, query: AuditQuery): AuditFilter => ({
  chain,
  memberId: query.member_id,
  operationId: query.operation,
  targetId: query.target,
  from: query.start_date,
  to: query.end_date,
  beforeEntryId: query.before,
});

/** A page of entries; `next_before` is the `before` of the next page. */
export const auditPageResponse = z
  .object({
    entries: z.array(auditEntryResponse),
    next_before: z.uuid().nullable(),
  })
  .meta({ id: 'AuditPage', description: 'A page of the audit log' });

import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant, memberRoles, roles } from './fields.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

/** The chain of administrators’ operations; every other chain has the id of its account. */
export const PLATFORM_CHAIN = 'platform';

/** What a change did to one record. A value that the log may not hold is `[hidden]`. */
const auditChange = z.object({
  /** What the record is, such as `campaign`. */
  kind: z.string(),
  id: z.string(),
  /** The account that the record belongs to, where an administrator changed it. */
  accountId: z.string().nullable(),
  /** The changed fields as they were; null for a new record. */
  before: z.record(z.string(), z.unknown()).nullable(),
  /** The changed fields as they are; null for a deleted record. */
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditChange = z.output<typeof auditChange>;

const auditActor = z.object({
  accountId: id,
  /** The person; the account itself in the person’s own account. */
  memberId: id,
  role: z.enum(roles),
  memberRole: z.enum(memberRoles),
  /** The API key by which the operation was called. */
  apiKeyId: id.nullable(),
});
export type AuditActor = z.output<typeof auditActor>;

/** The part that is erased on request; a chain covers its salted digest only. */
const auditOrigin = z.object({ ip: z.string(), userAgent: z.string().nullable() });
export type AuditOrigin = z.output<typeof auditOrigin>;

/** What a chain covers in clear. */
export const auditFacts = z.object({
  service: z.string(),
  operationId: z.string(),
  requestId: z.string(),
  /** `refused` is a call that the caller had no right to make. */
  outcome: z.enum(['done', 'refused']),
  /** The error code of a refusal. */
  code: z.string().nullable(),
  actor: auditActor,
  /** The ids in the path, and those of the changed records. */
  targetIds: z.array(z.string()),
  changes: z.array(auditChange),
});
export type AuditFacts = z.output<typeof auditFacts>;

export const auditEntryRecorded = defineEvent({
  type: 'audit.entry_recorded.v1',
  topic: 'audit.entries',
  key: ({ actor }) => actor.accountId,
  data: auditFacts.extend({
    /** The chains that list the entry: account ids, and `platform`. */
    chains: z.array(z.string()).min(1),
    origin: auditOrigin,
  }),
  description: 'A person or an API key did, or was refused, an operation.',
  sample: {
    service: 'campaign',
    operationId: 'updateCampaign',
    requestId: '01975b3c-7c00-7000-8000-00000000a401',
    outcome: 'done',
    code: null,
    actor: {
      accountId: sampleIds.brandId,
      memberId: sampleIds.brandId,
      role: 'brand',
      memberRole: 'owner',
      apiKeyId: null,
    },
    targetIds: [sampleIds.campaignId],
    changes: [
      {
        kind: 'campaign',
        id: sampleIds.campaignId,
        accountId: null,
        before: { status: 'draft' },
        after: { status: 'active' },
      },
    ],
    chains: [sampleIds.brandId],
    origin: { ip: '203.0.113.7', userAgent: 'Mozilla/5.0' },
  },
  internalBecause: 'the account reads its audit log by the API',
});
export type AuditEntryRecorded = Parameters<typeof auditEntryRecorded>[0];

export const auditHeadPublished = defineEvent({
  type: 'audit.head_published.v1',
  topic: 'identity.audit',
  key: ({ chain }) => chain,
  data: z.object({
    chain: z.string(),
    /** The number of the chain’s last entry; the first is 1. */
    sequence: z.int(),
    /** The entry’s hash, in hexadecimal digits. */
    hash: z.string(),
    publishedAt: instant,
  }),
  description:
    'How far a chain of the audit log has come. Another service keeps it, so that nobody rewrites the chain in one database alone.',
  sample: {
    chain: sampleIds.brandId,
    sequence: 17,
    hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    publishedAt: SAMPLE_TIME,
  },
  internalBecause: 'it is evidence for the operator',
});

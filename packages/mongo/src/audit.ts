import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type AuditActor,
  type AuditChange,
  auditEntryRecorded,
  type AuditOrigin,
  type DomainEvent,
  PLATFORM_CHAIN,
} from '@tributary/contracts';
import { changedFields } from './audit-fields.ts';

/** What is known of a request before its operation begins. */
export interface AuditedRequest {
  readonly service: string;
  readonly operationId: string;
  readonly requestId: string;
  /** The ids in the path. */
  readonly targetIds: readonly string[];
  readonly origin: AuditOrigin;
  /** Absent where the operation itself finds out who calls. */
  readonly actor?: AuditActor;
}

/** A change to one record, as a use case names it. */
export interface NamedChange {
  /** What the record is, such as `campaign`. */
  readonly kind: string;
  readonly id: string;
  /** The record before; absent for a new one. */
  readonly before?: object | null | undefined;
  /** The record after; absent for a deleted one. */
  readonly after?: object | null | undefined;
  /** The account that the record belongs to, where the caller is an administrator. */
  readonly accountId?: string;
}

interface AuditScope {
  readonly request: AuditedRequest;
  actor: AuditActor | undefined;
  /** Whether an entry of this request is committed. */
  isRecorded: boolean;
  /** Whether the request is over: background work that it started is no act of the caller. */
  isOver: boolean;
  /** Changes that were named outside a transaction. */
  readonly changes: AuditChange[];
}

const MAX_CHANGES = 100;
const MAX_TARGETS = 200;

const scopes = new AsyncLocalStorage<AuditScope>();

const openScope = (): AuditScope | undefined => {
  const scope = scopes.getStore();
  return scope?.isOver === true ? undefined : scope;
};

/**
 * Runs the work of a request so that the first transaction which it commits, and each further one
 * that names changes, records an entry of the audit log in the same commit. `complete` is called
 * after the work, and records the entry by itself where no transaction did.
 */
export async function runAudited<T>(
  request: AuditedRequest,
  work: () => Promise<T>,
  complete: () => Promise<void>,
): Promise<T> {
  const { actor } = request;
  const scope: AuditScope = { request, actor, isRecorded: false, isOver: false, changes: [] };
  return scopes.run(scope, async () => {
    try {
      const result = await work();
      if (scope.actor !== undefined && !scope.isRecorded) await complete();
      return result;
    } finally {
      scope.isOver = true;
    }
  });
}

/** Names the caller of a public operation, such as the person who signs in; a known caller stays. */
export function nameAuditActor(actor: AuditActor): void {
  const scope = openScope();
  if (scope !== undefined) scope.actor ??= actor;
}

/** A named change as the log holds it; undefined where no request is audited or nothing changed. */
export function recordedChange(change: NamedChange): AuditChange | undefined {
  if (openScope() === undefined) return undefined;
  const { kind, id, accountId = null } = change;
  const fields = changedFields(change.before ?? null, change.after ?? null);
  return fields === undefined ? undefined : { kind, id, accountId, ...fields };
}

/** Adds a change that was named outside a transaction to the next entry of the request. */
export const addToNextEntry = (change: AuditChange): void => {
  openScope()?.changes.push(change);
};

/**
 * The events of a transaction that commits all these changes for the current request: an entry holds
 * at most a hundred of them.
 */
export function auditEventsOf(changes: readonly AuditChange[]): DomainEvent[] {
  const first = auditEventOf(changes.slice(0, MAX_CHANGES));
  if (first === undefined) return [];
  const further = changes.slice(MAX_CHANGES);
  const pages = Math.ceil(further.length / MAX_CHANGES);
  const scope = openScope();
  if (scope?.actor === undefined) return [first];
  const { request, actor } = scope;
  return [
    first,
    ...Array.from({ length: pages }, (_, page) =>
      entryOf(request, actor, further.slice(page * MAX_CHANGES, (page + 1) * MAX_CHANGES)),
    ),
  ];
}

/** The event of a transaction that commits `changes`; undefined where it leaves no entry. */
export function auditEventOf(changes: readonly AuditChange[]): DomainEvent | undefined {
  const scope = openScope();
  if (scope?.actor === undefined) return undefined;
  if (scope.isRecorded && changes.length === 0) return undefined;
  return entryOf(scope.request, scope.actor, [...scope.changes, ...changes]);
}

/** Marks that the entry of the current request is committed. */
export function noteAuditRecorded(): void {
  const scope = openScope();
  if (scope === undefined) return;
  scope.isRecorded = true;
  scope.changes.length = 0;
}

function entryOf(
  { origin, targetIds, ...request }: AuditedRequest,
  actor: AuditActor,
  changes: readonly AuditChange[],
): DomainEvent {
  const ids = [...targetIds, ...changes.map(({ id }) => id)];
  return auditEntryRecorded({
    ...request,
    outcome: 'done',
    code: null,
    actor,
    targetIds: [...new Set(ids)].slice(0, MAX_TARGETS),
    changes: changes.slice(0, MAX_CHANGES),
    chains: chainsOf(actor, changes),
    origin,
  });
}

/** Administrators’ entries are in the platform’s chain and in those of the accounts concerned. */
function chainsOf({ role, accountId }: AuditActor, changes: readonly AuditChange[]): string[] {
  const own = role === 'admin' ? PLATFORM_CHAIN : accountId;
  const concerned = changes.flatMap((change) => change.accountId ?? []);
  return [...new Set([own, ...concerned.slice(0, MAX_CHANGES)])];
}

/** The event of a call that its caller had no right to make. */
export const auditRefusalOf = (
  { origin, targetIds, ...request }: AuditedRequest,
  actor: AuditActor,
  code: string,
): DomainEvent =>
  auditEntryRecorded({
    ...request,
    outcome: 'refused',
    code,
    actor,
    targetIds: [...targetIds],
    changes: [],
    chains: chainsOf(actor, []),
    origin,
  });

import { keepLastUsed } from '@tributary/work';
import { type AuditActor } from '@tributary/contracts';
import { type AppError } from '@tributary/errors';
import {
  type AuditedRequest,
  auditRefusalOf,
  type Mongo,
  recordAuditEntry,
  runAudited,
  runInTransaction,
} from '@tributary/mongo';
import { HOUR_MS } from '@tributary/units';
import { type Actor } from '../auth/actor.ts';
import { type Logger } from '../log.ts';
import { type RequestFacts, type Route } from './route.ts';

/** Who calls what, and from where. */
interface AuditedCall {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly request: Pick<RequestFacts, 'ip' | 'headers' | 'requestId'>;
  readonly actor: Actor | undefined;
}

/** Leaves the entries of the audit log that requests cause. */
export interface RequestAudit {
  /** Runs the work of a call; a call that leaves no entry runs as it is. */
  run<T>(call: AuditedCall, work: () => Promise<T>): Promise<T>;
  /** Records a call that its caller had no right to make, at most hourly per caller and operation. */
  refused(call: AuditedCall & { readonly actor: Actor }, error: AppError): Promise<void>;
}

interface Parts {
  readonly service: string;
  readonly mongo: Mongo;
  readonly log: Logger;
}

const MAX_USER_AGENT = 300;
/** Refusals of so many callers and operations are remembered. */
const REMEMBERED_REFUSALS = 10_000;
/** More refusals in one process and hour leave no entry. */
const MAX_REFUSALS_PER_HOUR = 1_000;

/** Whether calls of a route leave an entry in the audit log. */
export const isAudited = ({ method, allow, unaudited, namesActor }: Route): boolean =>
  method !== 'get' && unaudited === undefined && (allow !== 'public' || namesActor === true);

const auditActorOf = (actor: Actor): AuditActor => {
  const { id, memberId, role, memberRole, apiKeyId } = actor;
  return { accountId: id, memberId, role, memberRole, apiKeyId: apiKeyId ?? null };
};

function requestOf(
  service: string,
  { route, params, request, actor }: AuditedCall,
): AuditedRequest {
  const agent = request.headers['user-agent'];
  const userAgent = typeof agent === 'string' ? agent.slice(0, MAX_USER_AGENT) : null;
  return {
    service,
    operationId: route.operationId,
    requestId: request.requestId,
    targetIds: Object.values(params),
    origin: { ip: request.ip, userAgent },
    ...(actor === undefined ? {} : { actor: auditActorOf(actor) }),
  };
}

/** Opens the audit of a service's requests. */
export function openRequestAudit({ service, mongo, log }: Parts): RequestAudit {
  const refusals = keepLastUsed<true>({ max: REMEMBERED_REFUSALS, ttl: HOUR_MS });
  let hour = 0;
  let refusalsOfHour = 0;

  /** Whether a refusal is to be recorded: repeated and too many refusals are not. */
  const admits = (key: string): boolean => {
    const now = Math.floor(mongo.clock.now().getTime() / HOUR_MS);
    if (now !== hour) refusalsOfHour = 0;
    hour = now;
    if (refusals.has(key) || refusalsOfHour >= MAX_REFUSALS_PER_HOUR) return false;
    refusals.set(key, true);
    refusalsOfHour += 1;
    return true;
  };

  return {
    run: (call, work) =>
      isAudited(call.route)
        ? runAudited(requestOf(service, call), work, () => recordAuditEntry(mongo))
        : work(),
    refused: async (call, { code }) => {
      const { route, actor } = call;
      if (!isAudited(route) || !admits(`${actor.id} ${actor.memberId} ${route.operationId}`))
        return;
      const event = auditRefusalOf(requestOf(service, call), auditActorOf(actor), code);
      try {
        await runInTransaction(mongo, ({ outbox }) => outbox.add(event));
      } catch (error) {
        log.warn({ err: error, operation: route.operationId }, 'a refusal left no audit entry');
      }
    },
  };
}

import { type DirectCall, type RequestHead } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { linkNotFound, requireRedirect } from '../../domain/click.ts';
import { locationFor } from '../../domain/destination.ts';
import { isPrefetch, visitorCookie } from '../../domain/visit.ts';
import { type ResolvedLink } from '../../workflows/link-directory.ts';
import {
  classify,
  type ClickFacts,
  clickOf,
  hasClickCap,
  invalidityOf,
  isIdentified,
  queryOf,
  type RecordClickDeps,
  storeClick,
  type Visit,
  visitOf,
} from '../../workflows/record-click.ts';
import { retryUntilDeadline } from '../../workflows/retry-until-deadline.ts';

export interface Redirect {
  readonly location: string;
  /** Absent where there was no visit, or its visitor refused. */
  readonly cookie?: string;
}

type FollowDeps = RecordClickDeps & Pick<Deps, 'directory'>;

function redirectWithoutClick({ destination }: ResolvedLink, request: RequestHead): Redirect {
  return { location: locationFor(destination, queryOf(request.url), undefined) };
}

function redirectOf(
  { resolved, query, visitor }: Visit,
  { parts, validity }: ClickFacts,
  isSecure: boolean,
): Redirect {
  const { destination } = resolved;
  if (visitor === undefined) return { location: locationFor(destination, query, undefined) };
  const isHeldOut = validity === 'held_out';
  return {
    location: locationFor(destination, query, parts.clickId, isHeldOut),
    cookie: visitorCookie(visitor.cookie, isSecure),
  };
}

/** The click's id also names the request, except where nobody may know it. */
const requestIdOf = ({ newId }: FollowDeps, visit: Visit, { parts }: ClickFacts): string =>
  isIdentified(visit) ? parts.clickId : newId();

/**
 * Redirects visitors and records their clicks, which are durable before the answer. HEAD requests and
 * prefetches are redirected without a click.
 */
export const followLink = (deps: FollowDeps) => {
  const isSecure = deps.config.publicUrl.startsWith('https:');

  return {
    /** @throws not_found link_not_found; unavailable where the click cannot be stored */
    follow: async (trackingCode: string, request: RequestHead): Promise<Redirect> => {
      const resolved = await retryUntilDeadline(() => deps.directory.find(trackingCode));
      if (resolved === undefined) throw linkNotFound();
      requireRedirect(resolved);
      if (isPrefetch(request.method, request.headers)) {
        return redirectWithoutClick(resolved, request);
      }
      const visit = visitOf(deps, resolved, request);
      const click = await classify(deps, visit);
      await storeClick(deps, click);
      return redirectOf(visit, click, isSecure);
    },

    /**
     * The same without a promise, because redirects are the most frequent calls; false where something has
     * to be awaited: the link is not in memory, or its campaign has a cap.
     */
    followDirectly: (
      call: DirectCall,
      trackingCode: string,
      answer: (redirect: Redirect, requestId: string) => void,
    ): boolean => {
      const resolved = deps.directory.peek(trackingCode);
      if (resolved === undefined || hasClickCap(resolved)) return false;
      if (isPrefetch(call.method, call.headers)) return false;
      requireRedirect(resolved);
      const visit = visitOf(deps, resolved, call);
      const invalidity = invalidityOf(deps, visit);
      const click = clickOf(deps, visit, invalidity, invalidity === undefined);
      deps.clickLog.record({
        ...click,
        traceparent: call.traceparent,
        settle: (error) => {
          if (error === undefined)
            answer(redirectOf(visit, click, isSecure), requestIdOf(deps, visit, click));
          else call.fail(error);
        },
      });
      return true;
    },
  };
};

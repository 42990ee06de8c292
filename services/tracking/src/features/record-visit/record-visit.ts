import { type ConsentSignal } from '@tributary/contracts';
import { forbidden } from '@tributary/errors';
import { type RequestFacts } from '@tributary/service';
import { MINUTE_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { linkNotFound, requireRedirect, type StoredClick } from '../../domain/click.ts';
import { isOwnSite } from '../../domain/own-site.ts';
import { type ResolvedLink } from '../../workflows/link-directory.ts';
import { pageOrigin } from '../../workflows/page-call.ts';
import {
  classify,
  isIdentified,
  type RecordClickDeps,
  storeClick,
  type Visit,
  visitOf,
} from '../../workflows/record-click.ts';

/** A page that is loaded again within this time makes no further click. */
const SAME_VISIT_MS = 30 * MINUTE_MS;

export interface PageVisit extends Partial<Record<ConsentSignal | 'gdpr', unknown>> {
  readonly tracking_code: string;
  /** The address of the landing page. */
  readonly url?: string | undefined;
  readonly referrer?: string | undefined;
  /** The visitor's earlier click. */
  readonly click_id?: string | undefined;
}

type VisitDeps = RecordClickDeps & Pick<Deps, 'clickFinder' | 'directory'>;

const SIGNALS = ['consent', 'gcs', 'gcd', 'gdpr', 'gdpr_consent'] as const;

/**
 * The request of a redirect that would have led to the page: with the page's parameters and referrer, and without Fetch
 * Metadata, because those of a script's call say nothing of the visit.
 */
function redirectRequest(call: PageVisit, { headers, ...request }: RequestFacts): RequestFacts {
  const query = URL.parse(call.url ?? '')?.searchParams ?? new URLSearchParams();
  for (const signal of SIGNALS) {
    query.delete(signal);
    const value = call[signal];
    if (typeof value === 'string' || typeof value === 'number') query.set(signal, String(value));
  }
  const kept = Object.entries(headers).filter(
    ([name]) => !name.startsWith('sec-') && name !== 'referer' && name !== 'cookie',
  );
  const { referrer = '' } = call;
  return {
    ...request,
    url: `?${query.toString()}`,
    headers: { ...Object.fromEntries(kept), ...(referrer === '' ? {} : { referer: referrer }) },
  };
}

const isSameVisit = (earlier: StoredClick, { link }: ResolvedLink, now: Date): boolean =>
  earlier.linkId === link.linkId && now.getTime() - Date.parse(earlier.occurredAt) < SAME_VISIT_MS;

/** The visit of the visitor who made the earlier click, so that both belong to one journey. */
const byVisitorOf = (earlier: StoredClick | undefined, visit: Visit): Visit =>
  earlier === undefined || !isIdentified(visit)
    ? visit
    : { ...visit, visitor: { ...visit.visitor, visitorId: earlier.visitorId } };

/**
 * Records the click of a visitor whom no redirect brought: the shop's own page names the link. Loading the page again
 * within half an hour answers the same click.
 * @returns the click's id; undefined for a visitor who refused
 * @throws not_found link_not_found; forbidden foreign_origin; unavailable where the click cannot be stored
 */
export const recordVisit =
  (deps: VisitDeps) =>
  async (call: PageVisit, request: RequestFacts): Promise<string | undefined> => {
    const resolved = await deps.directory.find(call.tracking_code);
    if (resolved === undefined) throw linkNotFound();
    requireRedirect(resolved);
    if (!isOwnSite(resolved.campaign.landingPageUrl, pageOrigin(request))) {
      throw forbidden('foreign_origin', {
        message: 'Visits count on pages of the campaign’s own site only',
      });
    }
    const visit = visitOf(deps, resolved, redirectRequest(call, request));
    const found =
      call.click_id === undefined || !isIdentified(visit)
        ? undefined
        : await deps.clickFinder
            .find(call.click_id, { waitForReplication: false })
            // While the database is away, the visit counts as another visitor's.
            .catch(() => undefined);
    const earlier = found?.brandId === resolved.link.brandId ? found : undefined;
    if (earlier !== undefined && isSameVisit(earlier, resolved, visit.now)) return earlier.clickId;
    const click = await classify(deps, byVisitorOf(earlier, visit));
    await storeClick(deps, click);
    return isIdentified(visit) ? click.parts.clickId : undefined;
  };

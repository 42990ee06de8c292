import { type CallTerms, type DirectCall, reply, route } from '@tributary/service';
import { SECOND_MS } from '@tributary/units';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { followLink, type Redirect } from './follow-link.ts';

/** A visitor has one try: a link that is not in memory is worth a wait, while an engine or campaign is away. */
const VISITOR_TERMS: CallTerms = { maxMs: 3 * SECOND_MS, stalledMs: 2_700 };

const HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' };
const FLAT_HEADERS = Object.entries(HEADERS).flat();

const redirectTo = ({ location, cookie }: Redirect) =>
  reply(302, {
    headers: { location, ...HEADERS, ...(cookie === undefined ? {} : { 'set-cookie': cookie }) },
  });

const answerTo =
  (call: DirectCall) =>
  ({ location, cookie }: Redirect, requestId: string): void => {
    const renewed = cookie === undefined ? [] : ['set-cookie', cookie];
    call.answer(302, ['location', location, ...FLAT_HEADERS, ...renewed], requestId);
  };

export const followLinkRoute = (deps: Deps) => {
  const { follow, followDirectly } = followLink(deps);
  return route({
    operationId: 'followLink',
    method: 'get',
    path: '/r/:tracking_code',
    summary: 'Follow a tracking link',
    description:
      'Records the click and sends the visitor to the landing page with `click_id`, the link’s UTM ' +
      'parameters and sub ids, and every query parameter of this call. A HEAD request or a prefetch is ' +
      'sent on without a click. Links of drafts, of archived campaigns and links that are switched off ' +
      'answer 404. `consent`, `gcs`, `gcd`, or `gdpr` with `gdpr_consent` state the visitor’s consent; a visitor who ' +
      'refused gets no cookie and no `click_id`, and the click is counted per link and minute. A visitor whom the campaign ' +
      'holds out (`holdout_percent`) is sent on in the same way, with `holdout=1`.',
    allow: 'public',
    deadline: VISITOR_TERMS,
    quiet: true,
    anyQuery: true,
    status: 302,
    params: z.object({ tracking_code: z.string().regex(/^[\w-]{1,64}$/) }),
    errors: { link_not_found: 'There is no such link, or it leads nowhere any more' },
    handle: async ({ params, request }) => redirectTo(await follow(params.tracking_code, request)),
    handleDirectly: (call) =>
      followDirectly(call, call.params['tracking_code'] ?? '', answerTo(call)),
  });
};

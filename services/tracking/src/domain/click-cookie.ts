import { DAY_SECONDS } from '@tributary/units';
import { isOwnSite } from './own-site.ts';

/** The shop's cookie with the click of its visitor. */
export const CLICK_COOKIE = 'tributary_click_id';
const CLICK_COOKIE_DAYS = 90;

const DOMAIN = /^[a-z\d-]+(\.[a-z\d-]+)+$/i;

/**
 * The cookie of a click on a shop's domain, readable by its script. Undefined where the calling page does not belong to
 * the domain: no other site may set it. The browser refuses domains that are not the server's own.
 * @param page origin of the calling page
 */
export function clickCookie(
  { clickId, domain }: { readonly clickId: string; readonly domain: string },
  page: string | undefined,
): string | undefined {
  if (!DOMAIN.test(domain) || !isOwnSite(`https://${domain}`, page)) return undefined;
  const secure = page?.startsWith('https:') === true ? '; Secure' : '';
  return `${CLICK_COOKIE}=${clickId}; Max-Age=${CLICK_COOKIE_DAYS * DAY_SECONDS}; Path=/; Domain=${domain}; SameSite=Lax${secure}`;
}

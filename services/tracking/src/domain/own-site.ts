/**
 * Whether a page belongs to a shop's site: it has the host of the landing page (with or without `www.`), or is on a
 * subdomain of it, such as the checkout.
 * @param origin of the page; undefined where the browser states none
 */
export function isOwnSite(landingPageUrl: string, origin: string | undefined): boolean {
  const page = origin === undefined ? null : URL.parse(origin);
  if (page === null) return false;
  const site = new URL(landingPageUrl).hostname.replace(/^www\./, '');
  return `.${page.hostname}`.endsWith(`.${site}`);
}

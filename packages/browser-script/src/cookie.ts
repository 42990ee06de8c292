import { document, location } from './page.ts';

/** The domains of the host, the widest first; the empty one is the host alone. */
const domains = location.hostname
  .split('.')
  .map((_, index, labels) => labels.slice(-1 - index).join('.'))
  .concat('');

/** For 90 days; an empty value removes the cookie. */
function write(value: string, domain: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `tributary_click_id=${value}; Path=/; SameSite=Lax; Max-Age=${value ? 7_776_000 : 0}${secure}${domain && `; Domain=${domain}`}`;
}

/** The click in the shop's own cookie. */
export const readCookie = (): string | undefined =>
  /\btributary_click_id=([\da-f-]{36})\b/.exec(document.cookie)?.[1];

export function removeCookie(): void {
  for (const domain of domains) write('', domain);
}

/** Stores the click on the widest domain that the browser accepts. @returns it; undefined where none */
export function saveCookie(clickId: string): string | undefined {
  // A cookie of the host alone would hide that of the domain.
  removeCookie();
  return domains.find((domain) => {
    write(clickId, domain);
    return readCookie() === clickId;
  });
}

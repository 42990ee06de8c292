/** The cookie that holds a browser's session. */
export interface SessionCookie {
  /** Its value in a Cookie header. */
  read(header: string | undefined): string | undefined;
  /** A Cookie header without it; services have no use for it. */
  removeFrom(header: string): string;
  /** The Set-Cookie header for a value; without one it deletes the cookie. */
  setTo(value: string | undefined): string;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const VALUE = /^trs_[\w-]{86}$/;

const pairsOf = (header: string): string[] => header.split(';').map((pair) => pair.trim());

/**
 * The session cookie at a public URL; undefined where a cookie could be read on its way. `__Host-` keeps
 * other hosts of the domain from setting it. Browsers delete it when they close.
 */
export function sessionCookieAt(publicUrl: string): SessionCookie | undefined {
  const { protocol, hostname } = new URL(publicUrl);
  const isSecure = protocol === 'https:';
  if (!isSecure && !LOOPBACK.test(hostname)) return undefined;
  const name = isSecure ? '__Host-tributary_session' : 'tributary_session';
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  const start = `${name}=`;
  return {
    read: (header) => {
      if (header?.includes(start) !== true) return undefined;
      const value = pairsOf(header)
        .find((pair) => pair.startsWith(start))
        ?.slice(start.length);
      return value !== undefined && VALUE.test(value) ? value : undefined;
    },
    removeFrom: (header) =>
      header.includes(start)
        ? pairsOf(header)
            .filter((pair) => !pair.startsWith(start))
            .join('; ')
        : header,
    setTo: (value) =>
      value === undefined
        ? `${start}; Max-Age=0; ${attributes}`
        : `${start}${value}; ${attributes}`,
  };
}

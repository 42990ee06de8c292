/** For whom passkeys are: a domain, and the origins of pages that may use them. */
export interface RelyingParty {
  /** A host name; passkeys work on it and its subdomains. */
  readonly id: string;
  readonly origins: readonly string[];
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

function faultOf(id: string, text: string): string | undefined {
  if (!URL.canParse(text)) return `${text} is no origin`;
  const { origin, hostname, protocol } = new URL(text);
  if (origin !== text) return `${text} is no origin; use ${origin}`;
  if (protocol !== 'https:' && !LOOPBACK.test(hostname)) return `${text} must begin with https://`;
  const isWithin = hostname === id || hostname.endsWith(`.${id}`);
  return isWithin ? undefined : `${text} is no page of ${id}`;
}

/**
 * The relying party of the settings; the host and origin of the public address by default.
 * @throws Error for an origin that browsers would refuse
 */
export function relyingPartyOf(settings: {
  readonly publicUrl: string;
  readonly id?: string | undefined;
  readonly origins?: readonly string[] | undefined;
}): RelyingParty {
  const { hostname, origin } = new URL(settings.publicUrl);
  const id = settings.id ?? hostname;
  if (settings.origins === undefined) return { id, origins: [origin] };
  const faults = settings.origins.flatMap((one) => faultOf(id, one) ?? []);
  if (faults.length > 0) throw new Error(`WEBAUTHN_ORIGINS: ${faults.join('; ')}`);
  return { id, origins: settings.origins };
}

/** Name, value, name, value: the form in which node:http takes headers without copying. */
export type FlatHeaders = readonly string[];

const everywhere = [
  'strict-transport-security',
  'max-age=31536000; includeSubDomains',
  'x-content-type-options',
  'nosniff',
  'x-dns-prefetch-control',
  'off',
  'x-download-options',
  'noopen',
  'x-permitted-cross-domain-policies',
  'none',
  'x-xss-protection',
  '0',
];

const JSON_POLICY =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** What helmet sets, for answers that are data: nothing in them may be run, framed or embedded. */
export const apiHeaders: FlatHeaders = [
  ...everywhere,
  'content-security-policy',
  JSON_POLICY,
  'cross-origin-opener-policy',
  'same-origin',
  'cross-origin-resource-policy',
  'same-origin',
  'origin-agent-cluster',
  '?1',
  'referrer-policy',
  'no-referrer',
  'x-frame-options',
  'DENY',
];

/**
 * For redirects, pixels, creatives and the snippet: shops and affiliates embed them, and the landing page may learn where its
 * visitor came from.
 */
export const embeddedHeaders: FlatHeaders = [
  ...everywhere,
  'content-security-policy',
  JSON_POLICY,
  'cross-origin-resource-policy',
  'cross-origin',
];

/** The docs page runs its own script, and asks this API, also by its public address. */
export const docsHeaders = (publicUrl: string): FlatHeaders => [
  ...everywhere,
  'content-security-policy',
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self' ${new URL(publicUrl).origin}`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy',
  'same-origin',
  'cross-origin-resource-policy',
  'same-origin',
  'origin-agent-cluster',
  '?1',
  'referrer-policy',
  'no-referrer',
  'x-frame-options',
  'DENY',
];

const EMBEDDED_PATHS = /^\/([rt]|creatives)(\/|$)/;

export const securityHeadersFor = (path: string): FlatHeaders =>
  EMBEDDED_PATHS.test(path) ? embeddedHeaders : apiHeaders;

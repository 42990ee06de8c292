/** Name, value, name, value: the form that node:http does not copy. */
export type FlatHeaders = readonly string[];

const commonHeaders = [
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

/** For data: no script, frame or embedding is allowed. */
const apiHeaders: FlatHeaders = [
  ...commonHeaders,
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

/** For redirects, pixels, creatives and the snippet, which other sites embed. Redirects keep the referrer. */
const embeddedHeaders: FlatHeaders = [
  ...commonHeaders,
  'content-security-policy',
  JSON_POLICY,
  'cross-origin-resource-policy',
  'cross-origin',
];

/** For the docs page, which runs its own script and requests the API, also at its public URL. */
export const docsHeaders = (publicUrl: string): FlatHeaders => [
  ...commonHeaders,
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

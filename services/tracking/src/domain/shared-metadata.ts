/** Fields of the buyer or the browser; affiliates see none of them. */
const PRIVATE_PREFIX = /^(buyer|browser|customer)([_-]|$)/i;
const PRIVATE: ReadonlySet<string> = new Set([
  'cart_created_at',
  'email',
  'ip',
  'ip_address',
  'phone',
  'user_agent',
]);

const isPrivate = (name: string): boolean =>
  PRIVATE_PREFIX.test(name) || PRIVATE.has(name.toLowerCase());

type Metadata = Readonly<Record<string, unknown>>;

/** What the shop reported of an order, as the JSON that was stored; empty where it reported nothing. */
export const reportedMetadata = (metadataText: string | null): Metadata =>
  metadataText === null ? {} : (JSON.parse(metadataText) as Metadata);

/** The part of it that affiliates see. */
export const sharedMetadata = (metadataText: string | null): Metadata =>
  Object.fromEntries(
    Object.entries(reportedMetadata(metadataText)).filter(([name]) => !isPrivate(name)),
  );

type Fields = Record<string, unknown>;

const HIDDEN = '[hidden]';
const MAX_TEXT = 300;
const MAX_ITEMS = 50;
const MAX_DEPTH = 6;

/** Names of fields that hold secrets: the log shows only that they changed. */
const secretName =
  /password|secret|token|hash|cipher|sealed|signature|private|publickey|credential|codes?$|headers|^(keys?|p256dh|auth|transports|endpoint|hint|lastcharacters)$/i;

/**
 * Names of fields that hold personal data, which the log does not show either, because an erasure cannot change
 * an entry. Every field that a collection declares as erased is among them.
 */
const personalName =
  /email|phone|address|street|postal|birth|taxid|taxnumber|vatid|iban|accountid$|destination|recipient|timezone|locale|(first|last|full|legal|brand)name|^(name|company|country|website|shopurl|marketingchannels|city|zip|url|macros|notes?|title|description|message|reason|text|body|responsebody|metadata|attemptlog|bytes|to|invitee|issuer|subject|origin|ips?|useragent|device|network)$/i;

/** Kinds of ids that are no personal data although their names end like those that are. */
const plainName = /^(accountId|payoutAccountId)$/;

/** Fields that change with every write and say nothing. */
const silentName = /^(updatedAt|version|__v|_id|id)$/;

/** The fields in which two records differ, without secrets and personal data; undefined where none. */
export function changedFields(
  before: object | null,
  after: object | null,
): { readonly before: Fields | null; readonly after: Fields | null } | undefined {
  const left = before as Fields | null;
  const right = after as Fields | null;
  const names = [...new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])];
  const changed = names.filter(
    (name) => !silentName.test(name) && textOf(left?.[name]) !== textOf(right?.[name]),
  );
  if (changed.length === 0 && left !== null && right !== null) return undefined;
  return { before: left && pick(left, changed), after: right && pick(right, changed) };
}

const textOf = (value: unknown): string =>
  JSON.stringify(value ?? null, (_name, field: unknown) =>
    typeof field === 'bigint' ? field.toString() : field,
  );

function pick(fields: Fields, names: readonly string[]): Fields {
  const known = names.filter((name) => fields[name] !== undefined);
  return Object.fromEntries(
    known.map((name) => [safeName(name), safeField(name, fields[name], 0)]),
  );
}

/** Names as MongoDB can search them. */
const safeName = (name: string): string => name.replaceAll(/[.$]/g, '_');

const safeField = (name: string, value: unknown, depth: number): unknown =>
  isHidden(name, value) ? HIDDEN : safeValue(value, depth);

/** Whether the log shows of a field of this name only that it changed. */
export const isHiddenInAudit = (name: string): boolean =>
  (secretName.test(name) || personalName.test(name)) && !plainName.test(name);

const isHidden = (name: string, value: unknown): boolean =>
  value != null && typeof value !== 'boolean' && isHiddenInAudit(name);

function safeValue(value: unknown, depth: number): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value.slice(0, MAX_TEXT);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'object' ? safeObject(value, depth) : HIDDEN;
}

function safeObject(value: object, depth: number): unknown {
  if (value instanceof Date) return value.toISOString();
  if (depth === MAX_DEPTH) return HIDDEN;
  if (Array.isArray(value)) {
    return value.slice(0, MAX_ITEMS).map((item) => safeValue(item, depth + 1));
  }
  const inner = Object.entries(value).slice(0, MAX_ITEMS);
  return Object.fromEntries(
    inner.map(([name, field]) => [safeName(name), safeField(name, field, depth + 1)]),
  );
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a consumer that was written against `before` would miss in `after`. */
function losses(before: unknown, after: unknown, path: string): string[] {
  if (!isObject(before) || !isObject(after)) return [];
  const found: string[] = [];
  const properties = isObject(before['properties']) ? before['properties'] : {};
  const remaining = isObject(after['properties']) ? after['properties'] : {};
  const required = (after['required'] ?? []) as string[];
  const wasRequired = (before['required'] ?? []) as string[];
  for (const [name, property] of Object.entries(properties)) {
    if (!(name in remaining)) found.push(`${path}.${name} is gone`);
    else found.push(...losses(property, remaining[name], `${path}.${name}`));
  }
  for (const name of required) {
    if (!wasRequired.includes(name)) {
      found.push(`${path}.${name} is new and required: older events lack it`);
    }
  }
  if (JSON.stringify(before['type']) !== JSON.stringify(after['type'])) found.push(`${path} changed its type`);
  return found;
}

/**
 * What `after` took from an event's schema: fields that vanished, changed type or became required.
 * Empty where it only grew.
 */
export const narrowings = (before: unknown, after: unknown, type: string): string[] =>
  losses(before, after, type);

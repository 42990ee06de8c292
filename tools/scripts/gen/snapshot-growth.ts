type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const propertiesOf = ({ properties }: Json): Json => (isObject(properties) ? properties : {});

const requiredOf = ({ required }: Json): string[] => (required ?? []) as string[];

/** What a consumer that was written against `before` would miss in `after`. */
function losses(before: unknown, after: unknown, path: string): string[] {
  if (!isObject(before) || !isObject(after)) return [];
  const remaining = propertiesOf(after);
  const lost = Object.entries(propertiesOf(before)).flatMap(([name, property]) =>
    name in remaining
      ? losses(property, remaining[name], `${path}.${name}`)
      : [`${path}.${name} is gone`],
  );
  const wasRequired = requiredOf(before);
  const demanded = requiredOf(after)
    .filter((name) => !wasRequired.includes(name))
    .map((name) => `${path}.${name} is new and required: older events lack it`);
  const isSameType = JSON.stringify(before['type']) === JSON.stringify(after['type']);
  return [...lost, ...demanded, ...(isSameType ? [] : [`${path} changed its type`])];
}

/**
 * What `after` took from an event's schema: fields that vanished, changed type or became required.
 * Empty where it only grew.
 */
export const narrowings = (before: unknown, after: unknown, type: string): string[] =>
  losses(before, after, type);

const optionsOf = ({ anyOf }: Json): unknown[] => (Array.isArray(anyOf) ? anyOf : []);

/**
 * The values that `after` adds to the lists of `before`. Consumers of the version before refuse an event
 * that has one, unless the field reads any text.
 */
export function newValues(before: unknown, after: unknown, path: string): string[] {
  if (!isObject(before) || !isObject(after)) return [];
  const known = before['enum'];
  const added = ((Array.isArray(known) ? after['enum'] : undefined) ?? []) as unknown[];
  const own = added
    .filter((value) => !(known as unknown[]).includes(value))
    .map((value) => `${path} gained the value ${String(value)}`);
  const remaining = propertiesOf(after);
  const inner = Object.entries(propertiesOf(before)).flatMap(([name, property]) =>
    newValues(property, remaining[name], `${path}.${name}`),
  );
  const options = optionsOf(before).flatMap((option, index) =>
    newValues(option, optionsOf(after)[index], path),
  );
  return [...own, ...inner, ...options, ...newValues(before['items'], after['items'], `${path}[]`)];
}

/** The fields of `before`, by their paths, that `after` lacks. */
export const lostFields = (before: unknown, after: unknown, path: string): string[] => {
  if (!isObject(before)) return [];
  if (!isObject(after)) return [`${path} is gone`];
  return Object.entries(before).flatMap(([name, value]) =>
    name in after ? lostFields(value, after[name], `${path}.${name}`) : [`${path}.${name} is gone`],
  );
};

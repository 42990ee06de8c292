/** An operation of the API, as the generated table describes it. */
export interface Operation {
  /** Such as `conversions.track`. */
  readonly name: string;
  readonly group: string;
  readonly method: string;
  readonly verb: string;
  readonly path: string;
  readonly hasBody: boolean;
  readonly isForm: boolean;
  readonly hasQuery: boolean;
  readonly isRepeatable: boolean;
  readonly recognisesOrders: boolean;
  readonly isPublic: boolean;
  readonly isFile: boolean;
  readonly paging: { readonly style: string; readonly items: string } | undefined;
}

function readRow(group: string, row: string): Operation {
  const [method = '', verb = '', flags = '', path = '', style, items = ''] = row.split(' ');
  const has = (flag: string): boolean => flags.includes(flag);
  return {
    name: `${group}.${method}`,
    group,
    method,
    verb,
    path,
    hasBody: has('b') || has('f'),
    isForm: has('f'),
    hasQuery: has('q'),
    isRepeatable: has('r'),
    recognisesOrders: has('o'),
    isPublic: has('p'),
    isFile: has('x'),
    paging: style === undefined ? undefined : { style, items },
  };
}

/** Reads a table of groups, each followed by its methods on lines that begin with a space. */
export function readOperations(table: string): Operation[] {
  return table.split(/\n(?! )/).flatMap((block) => {
    const [group = '', ...rows] = block.split('\n');
    return rows.map((row) => readRow(group, row.slice(1)));
  });
}

/** The path with its parameters. @throws TypeError where one is missing or would lead to another path */
export function fillPath(path: string, values: readonly unknown[]): string {
  let at = 0;
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[at++];
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
      throw new TypeError(`${name} must be a text that is not empty`);
    return encodeURIComponent(value);
  });
}

const textOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : String(value);

/** A query as the API reads it: lists as repeated names, dates in ISO form. */
export function queryText(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined && one !== null)
      .map((one): [string, string] => [name, textOf(one)]),
  );
  const text = new URLSearchParams(pairs).toString();
  return text === '' ? '' : `?${text}`;
}

/** What the SDK's types consist of, as lines of its snapshot. */

const textOf = (name: string, optional: string): string => `${name}${optional === '?' ? '?' : ''}`;

/** The members of exported interfaces and classes, such as `TributaryOptions.timeoutMs?`. */
export const membersOf = (source: string): string[] =>
  [...source.matchAll(/^export (?:interface|class) (\w+)[^{]*\{\n(.*?)^\}/gms)].flatMap(
    ([, name = '', body = '']) =>
      [...body.matchAll(/^ {2}(?:readonly )?(\w+)(\??)[:(<]/gm)].map(
        ([, member = '', optional = '']) => textOf(`member ${name}.${member}`, optional),
      ),
  );

/** The fields of the API's schemas, such as `field Link.tracking_code`, from the text of their types. */
export const fieldsOf = (schemas: string): string[] =>
  [...schemas.matchAll(/^ {8}(\w+): [^\n]*\{\n(.*?)^ {8}\}/gms)].flatMap(
    ([, name = '', body = '']) =>
      [...body.matchAll(/^ {12}(?:readonly )?"?([\w-]+)"?(\??): /gm)].map(
        ([, field = '', optional = '']) => textOf(`field ${name}.${field}`, optional),
      ),
  );

/**
 * The fields of a postback as networks send them, as pairs of a query or a form. Networks fill macros of a URL
 * template, so that every value is text, and fields that the API does not know are the network's own.
 */

/** A macro of a template that the network did not fill: `{sum}`, `[sum]`, `${sum}`, `<sum>`, `%sum%`, `#sum#`. */
const UNFILLED = /^(\$?\{[^{}]*\}|\[[^[\]]*\]|<[^<>]*>|%\w+%|#\w+#)$/;

export const isUnfilledMacro = (value: string): boolean => UNFILLED.test(value);

const member = (name: string, json: string): string => `${JSON.stringify(name)}:${json}`;

/**
 * The JSON body that states the same. A repeated field stays repeated, so that it is refused like one in JSON.
 * Unknown fields become custom parameters, without those whose macro was not filled.
 * @param known the names of the fields that the API knows
 */
export function networkJson(pairs: URLSearchParams, known: ReadonlySet<string>): string {
  const own = [...pairs].filter(([name]) => known.has(name));
  const custom = [...pairs].filter(([name, value]) => !known.has(name) && !isUnfilledMacro(value));
  const members = own.map(([name, value]) => member(name, JSON.stringify(value)));
  if (custom.length > 0) {
    const all = custom.map(([name, value]) => member(name, JSON.stringify(value)));
    members.push(member('custom_parameters', `{${all.join(',')}}`));
  }
  return `{${members.join(',')}}`;
}

/** The names of the fields that the API knows whose macro was not filled. */
export const unfilledFields = (pairs: URLSearchParams, known: ReadonlySet<string>): string[] =>
  [...pairs].flatMap(([name, value]) => (known.has(name) && isUnfilledMacro(value) ? [name] : []));

/** How a partner's tracker is called: by a URL with macros in it. */
export interface Postback {
  readonly method: 'GET' | 'POST';
}

export const postbackEvents = [
  'conversion.tracked',
  'conversion.approved',
  'conversion.rejected',
] as const;

export const macroNames = [
  'click_id',
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
  'amount',
  'currency',
  'status',
  'event_id',
] as const;
export type MacroName = (typeof macroNames)[number];

/** What stands for the macros of one message; one that is absent stands for nothing. */
export type MacroValues = Readonly<Partial<Record<MacroName, string>>>;

const MACRO = /\{([^{}]*)\}/g;
const PLACES = /^(https?:\/\/[^/?#]*)([^?#]*)(\?[^#]*)?/i;
const known = new Set<string>(macroNames);

/**
 * What is wrong with a URL's macros; undefined where nothing is. They stand in the path or the query
 * alone: where a message goes is never made of what a visitor brought along.
 */
export function macroIssue(template: string): string | undefined {
  const [whole = '', origin = ''] = PLACES.exec(template) ?? [];
  if (/[{}]/.test(origin) || /[{}]/.test(template.slice(whole.length))) {
    return 'Macros stand in the path or the query alone';
  }
  const unknown = [...template.matchAll(MACRO)].find(([, name = '']) => !known.has(name));
  if (unknown !== undefined) {
    return `${unknown[0]} is no macro; there are ${macroNames.map((name) => `{${name}}`).join(', ')}`;
  }
  return /[{}]/.test(template.replaceAll(MACRO, '')) ? 'A brace stands alone' : undefined;
}

/** Dots alone would be steps up in the path. */
const inPath = (value: string): string => (/^\.+$/.test(value) ? '' : value);

/** The URL with every macro replaced by its value, percent-encoded. */
export function expandMacros(template: string, values: MacroValues): string {
  const queryAt = template.indexOf('?');
  return template.replaceAll(MACRO, (_macro, name: MacroName, at: number) => {
    const value = (values[name] ?? '').toWellFormed();
    return encodeURIComponent(queryAt < 0 || at < queryAt ? inPath(value) : value);
  });
}

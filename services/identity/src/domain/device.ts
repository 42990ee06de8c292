import bowser from 'bowser';

const MAX_CHARACTERS = 60;

/** The first product of an agent that is no browser: `curl/8.5` is `curl`. */
const programOf = (userAgent: string): string =>
  /^[\w.+-]+/.exec(userAgent)?.[0] ?? 'Unknown program';

/** A device in words that its owner recognises: `Chrome on Windows`. */
export function deviceOf(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return 'Unknown device';
  const { browser, os } = bowser.parse(userAgent);
  // Bowser leaves unknown names out, or empty.
  const { name: known = '' } = browser;
  const { name: system = '' } = os;
  const program = known === '' ? programOf(userAgent) : known;
  const device = system === '' ? program : `${program} on ${system}`;
  return device.slice(0, MAX_CHARACTERS);
}

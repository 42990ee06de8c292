import { consentFields } from './consent.ts';
import { base, page } from './page.ts';
import { type Answer } from './page-types.ts';

/** Before each repetition, seconds. */
const DELAYS = [1, 4, 16, 0];

/** The body of a call, with what is known of the consent. */
export const bodyOf = (call: object): string => JSON.stringify({ ...call, ...consentFields() });

/** Posts to a path beside the script, and repeats it while no answer comes. @returns undefined where none came */
export async function post(path: string, body: string): Promise<Answer | undefined> {
  for (const delay of DELAYS) {
    try {
      // Text needs no preflight.
      const options = { method: 'POST', body, keepalive: true, credentials: 'omit' };
      const answer = await page.fetch(base + path, options);
      if (answer.status < 429) return await answer.json();
    } catch {
      // Offline or blocked.
    }
    await new Promise<void>((resolve) => page.setTimeout(resolve, delay * 1_000));
  }
  return undefined;
}

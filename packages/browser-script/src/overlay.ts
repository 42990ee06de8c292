import { type Answer, type Page, type PageElement } from './page-types.ts';

const { document } = globalThis as unknown as Page;
const SOURCES = ['page', 'Google consent mode', 'IAB TCF'];

let box: PageElement | undefined;
let outcome = 'nothing reported on this page';

/** One line for each thing that the script sees. */
export function describe(
  version: string,
  consent: string,
  statements: readonly (string | undefined)[],
  clickId: string | undefined,
): string[] {
  const stated = SOURCES.map((source, place) => `${source}: ${statements[place] || 'nothing'}`);
  const stored = clickId === undefined ? 'none stored' : clickId;
  return [
    `Tributary ${version}, test mode`,
    `consent  ${consent} (${stated.join(', ')})`,
    `click    ${consent === 'pending' ? 'waits for consent' : stored}`,
    `outcome  ${outcome}`,
  ];
}

/** Shows above the page what the script sees. */
export function show(
  ...seen: readonly [...described: Parameters<typeof describe>, answer?: Answer]
): void {
  const [version, consent, statements, clickId, answer] = seen;
  if (answer?.click_id !== undefined) outcome = `visit recorded, click ${answer.click_id}`;
  else if (answer?.status !== undefined) outcome = `order ${answer.status}`;
  else if (answer?.message !== undefined) outcome = answer.message;
  if (box === undefined) {
    box = document.createElement('pre');
    // Set by script, which a Content-Security-Policy for styles allows.
    box.style.cssText =
      'position:fixed;z-index:2147483647;right:8px;bottom:8px;margin:0;padding:8px;max-width:90vw;' +
      'overflow:auto;background:#111;color:#fff;font:12px/1.5 monospace';
    document.documentElement.append(box);
  }
  box.textContent = describe(version, consent, statements, clickId).join('\n');
}

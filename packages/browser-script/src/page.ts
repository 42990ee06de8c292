import { type Page } from './page-types.ts';

// The script fills its one page, so that its parts share it; as arguments it would cost a tenth of the size.
export const page = globalThis as unknown as Page;
export const { document, location } = page;
const script = document.currentScript;
/** The `data-` attributes of the script's element. */
export const own = script.dataset;
/** The folder of the script, with its slash. */
export const base = new URL('.', script.src).href;

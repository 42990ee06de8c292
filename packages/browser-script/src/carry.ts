import { document, own } from './page.ts';
import { type PageElement } from './page-types.ts';
import { safely } from './safely.ts';

/** Whether a link or a form carries the click: it is marked, or leads to another domain of the shop. */
const carries = ({ dataset, href, action }: PageElement): unknown =>
  'tributary' in dataset ||
  own['domains']
    ?.split(',')
    .some((domain) => `.${new URL(href ?? action).hostname}`.endsWith(`.${domain}`));

/** Writes the click into a link or a form; removes it where there is none. */
function fill(element: PageElement, clickId = ''): void {
  const name = element.dataset['tributary'] || 'click_id';
  if (element.href) {
    const url = new URL(element.href);
    url.searchParams[clickId ? 'set' : 'delete'](name, clickId);
    element.href = url.href;
    return;
  }
  let field = element.elements[name];
  if (!field) {
    field = Object.assign(document.createElement('input'), { type: 'hidden', name });
    element.append(field);
  }
  field.value = clickId;
}

/** Fills links and forms at the moment of their use, before other listeners, so that later ones are filled, too. */
export function watchUses(clickId: () => string | undefined): void {
  const use = safely(({ target }: { readonly target: PageElement }) => {
    const element = target.closest('a,form');
    if (element && carries(element)) fill(element, clickId());
  });
  for (const type of ['pointerdown', 'click', 'submit']) document.addEventListener(type, use, true);
}

/** How a shop's pages have the script. */
export interface ScriptSetup {
  /** Address of the script. */
  readonly src: string;
  /** Further attributes of its element. */
  readonly attributes?: Readonly<Record<string, string>>;
}

interface PageFacts {
  readonly url: URL;
  readonly setup: ScriptSetup;
  /** Of the page's own scripts. */
  readonly nonce: string;
  /** The order that was just placed; null for none. */
  readonly order: string | null;
}

const elementOf = ({ src, attributes = {} }: ScriptSetup): string => {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<script async src="${src}"${written.join('')}></script>`;
};

/** Calls of the script that are made before it is loaded, and what the pages of one application do. */
const ownScript = (nonce: string): string => `<script nonce="${nonce}">
window.tributary = window.tributary || function () { (tributary.q = tributary.q || []).push(arguments) };
window.failures = [];
addEventListener('error', (event) => failures.push(event.message));
addEventListener('unhandledrejection', (event) => failures.push(String(event.reason)));
addEventListener('securitypolicyviolation', (event) => failures.push(event.violatedDirective));
addEventListener('pageshow', (event) => { window.wasCached = event.persisted });
tributary('ready', () => { window.isReady = true });
</script>`;

/** A page of the shop: a landing page, the cart, the checkout, or the confirmation of an order. */
export function pageOf({ url, setup, nonce, order }: PageFacts): string {
  const { hostname, port, pathname } = url;
  const site = hostname.split('.').slice(-2).join('.');
  const checkout = `http://checkout.shop.test:${port}/checkout`;
  const payment = `http://eu.shop-pay.test:${port}/checkout`;
  return `<!doctype html><html><head><meta charset="utf-8"><title>${site}${pathname}</title>
${ownScript(nonce)}
${elementOf(setup)}
</head><body><h1>${site}${pathname}</h1>
<a id="here" href="/checkout">checkout</a>
<a id="checkout" href="${checkout}">checkout on a subdomain</a>
<a id="payment" href="${payment}">checkout on another domain</a>
<form id="cart" method="post" action="/cart" data-tributary><button>add to cart</button></form>
<form id="order" method="post" action="/order" data-tributary>
<input id="number" name="order" value="${order ?? ''}"><button>buy</button></form>
</body></html>`;
}

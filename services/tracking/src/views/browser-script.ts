import { createHash } from 'node:crypto';
import { pathBeside, versions } from '@tributary/browser-script';

interface ScriptTerms {
  /** The platform's id in the Global Vendor List; undefined where it has none. */
  readonly vendorId: number | undefined;
  /** The consent that the script's own URL states; undefined for none. */
  readonly consent: 'granted' | 'denied' | undefined;
}

const [newest] = versions;

/** The newest version, with attributes of its element that the platform knows. It has no fixed hash. */
export function newestScript({ vendorId, consent }: ScriptTerms): string {
  const known = { ...(vendorId === undefined ? {} : { vendor: String(vendorId) }), consent };
  const attributes = JSON.stringify(known);
  const set = `try{Object.assign(document.currentScript.dataset,${attributes})}catch{}`;
  return `${attributes === '{}' ? '' : `${set}\n`}${newest?.script ?? ''}`;
}

/**
 * For pages with the script's first form: `tributary.track`, and an order in attributes of the element
 * (`data-transaction-id`, `data-order-value` and so on).
 */
export const FIRST_FORM = `(function(w,own){
try{
w.tributary.track=function(order){w.tributary('track',order)};
if(own.transactionId)w.tributary.track({transaction_id:own.transactionId,order_id:own.orderId,order_value:own.orderValue,
currency:own.currency,coupon_code:own.couponCode,brand_id:own.brandId})
}catch(e){}
})(window,document.currentScript.dataset);
`;

/** A version by its number; undefined where there is none. */
export const findScript = (version: string): string | undefined =>
  versions.find((one) => one.version === version)?.script;

/** The hash of a version as pages state it in `integrity`. */
export const integrityOf = (script: string): string =>
  `sha384-${createHash('sha384').update(script).digest('base64')}`;

/** The versions that pages may name, the newest first. */
export const listedVersions = (publicUrl: string, scriptPath: string) =>
  versions.map(({ version, script }) => ({
    version,
    url: `${publicUrl}${pathBeside(scriptPath, `${version}.js`)}`,
    integrity: integrityOf(script),
    bytes: Buffer.byteLength(script),
  }));

/** What a page has in its head for a version. */
export function tagFor(
  { url, integrity }: { readonly url: string; readonly integrity: string },
  vendorId: number | undefined,
): string {
  const vendor = vendorId === undefined ? '' : ` data-vendor="${String(vendorId)}"`;
  return `<script async src="${url}" integrity="${integrity}" crossorigin="anonymous"${vendor}></script>`;
}

/** What the script uses of a browser. Written here, so that the types of the DOM do not count in servers' code. */

export interface PageElement {
  readonly dataset: Record<string, string | undefined>;
  readonly style: { cssText: string };
  /** The address of a link; undefined for other elements. */
  href?: string;
  /** The target of a form. */
  readonly action: string;
  /** The fields of a form, by name. */
  readonly elements: Readonly<Record<string, PageElement | undefined>>;
  name: string;
  type: string;
  value: string;
  textContent: string | null;
  append(child: PageElement): void;
  closest(selector: string): PageElement | null;
}

interface PageDocument {
  cookie: string;
  readonly currentScript: PageElement & { readonly src: string };
  readonly referrer: string;
  readonly documentElement: PageElement;
  createElement(name: string): PageElement;
  querySelectorAll(selector: string): { forEach(use: (element: PageElement) => void): void };
  addEventListener(
    type: string,
    listener: (event: { readonly target: PageElement }) => void,
    capture: boolean,
  ): void;
}

interface TcfData {
  readonly gdprApplies?: boolean;
  readonly eventStatus: string;
  readonly tcString: string;
  readonly purpose: { readonly consents: Readonly<Record<number, boolean>> };
  readonly vendor: { readonly consents: Readonly<Record<string, boolean>> };
}

type Navigate = (...args: unknown[]) => void;

export interface Page {
  readonly document: PageDocument;
  readonly location: Readonly<Record<'href' | 'hostname' | 'protocol' | 'hash', string>>;
  readonly history: { pushState: Navigate };
  readonly navigator: { sendBeacon(url: string, body: string): boolean };
  readonly sessionStorage: { via?: string };
  dataLayer?: unknown[];
  readonly __tcfapi?: (
    command: string,
    version: number,
    listener: (data: TcfData, isRead: boolean) => void,
  ) => void;
  /** The script's function; until it is loaded, the function that keeps calls in `q`. */
  tributary?: { readonly q?: Iterable<readonly unknown[]>; readonly clickId?: unknown };
  addEventListener(type: string, listener: () => void): void;
  setTimeout(callback: () => void, ms: number): unknown;
  fetch(
    url: string,
    options: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly status: number; json(): Promise<Answer> }>;
}

/** What the platform answers. */
export interface Answer {
  readonly click_id?: string;
  readonly status?: string;
  readonly message?: string;
}

import vm from 'node:vm';

export const CLICK = '0199aaaa-0000-7000-8000-00000000c11c';
export const OTHER_CLICK = '0199aaaa-0000-7000-8000-00000000c22c';

interface Call {
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the platform answers to a call; undefined for no answer. */
type Answers = (path: string) => { status: number; body: object } | undefined;

interface Tributary {
  (command: string, value: unknown): unknown;
  readonly clickId: () => string | undefined;
}

/** A visit of a page that has the script. */
export interface VisitedPage {
  readonly href?: string;
  /** The attributes of the script's element. */
  readonly dataset?: Readonly<Record<string, string>>;
  /** What the page has before the script. */
  readonly page?: Readonly<Record<string, unknown>>;
}

/** Domains under which everybody can register. */
const PUBLIC_SUFFIXES = new Set(['example', 'com', 'uk', 'co.uk']);

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve();
};

/** One person's browser without a window: cookies by domain, and what is sent. */
export function openBrowser(script: string) {
  const cookies = new Map<string, string>();
  const written: string[] = [];
  const calls: Call[] = [];
  const beacons: Call[] = [];
  const sessionStorage: Record<string, string> = {};
  let answers: Answers = () => undefined;

  function setCookie(text: string, hostname: string): void {
    written.push(text);
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
    const domain = /; Domain=([^;]+)/.exec(text)?.[1];
    if (domain !== undefined) {
      if (PUBLIC_SUFFIXES.has(domain) || !`.${hostname}`.endsWith(`.${domain}`)) return;
    }
    const key = `${domain === undefined ? hostname : `.${domain}`} ${name}`;
    if (text.includes('Max-Age=0')) cookies.delete(key);
    else cookies.set(key, value);
  }
  const cookiesOf = (hostname: string): string =>
    [...cookies]
      .filter(([key]) => {
        const [place = ''] = key.split(' ');
        return place === hostname || (place.startsWith('.') && `.${hostname}`.endsWith(place));
      })
      .map(([key, value]) => `${key.split(' ')[1] ?? ''}=${value}`)
      .join('; ');

  /** Loads a page. */
  const visit = ({
    href = 'https://www.shop.example/',
    dataset = {},
    page = {},
  }: VisitedPage = {}) => {
    const location = new URL(href);
    const listeners = new Map<string, ((event: object) => void)[]>();
    const timers: (() => void)[] = [];
    const listen = (type: string, listener: (event: object) => void): void => {
      listeners.set(type, [...(listeners.get(type) ?? []), listener]);
    };
    const document = Object.defineProperty(
      {
        currentScript: { dataset: { ...dataset }, src: 'https://go.platform.example/t/main.js' },
        referrer: 'https://blog.example/',
        createElement: () => ({ dataset: {} }),
        addEventListener: listen,
      },
      'cookie',
      {
        get: () => cookiesOf(location.hostname),
        set: (text: string) => {
          setCookie(text, location.hostname);
        },
      },
    );
    const window: Record<string, unknown> = {
      document,
      location,
      sessionStorage,
      URL,
      history: {
        pushState: (_state: unknown, _title: unknown, next: string) => {
          location.href = new URL(next, location.href).href;
        },
      },
      navigator: {
        sendBeacon: (url: string, body: string) =>
          beacons.push({ url, body: JSON.parse(body) as Call['body'] }) > 0,
      },
      addEventListener: listen,
      setTimeout: (run: () => void) => timers.push(run),
      fetch: (url: string, { body }: { readonly body: string }) => {
        calls.push({ url, body: JSON.parse(body) as Call['body'] });
        const answer = answers(new URL(url).pathname);
        if (answer === undefined) return Promise.reject(new Error('no answer'));
        return Promise.resolve({ ...answer, json: () => Promise.resolve(answer.body) });
      },
      ...page,
    };
    vm.runInNewContext(script, window);
    return {
      tributary: window['tributary'] as Tributary,
      layer: window['dataLayer'] as { push: (...entries: unknown[]) => void },
      window,
      settled,
      push: (next: string) => {
        (window['history'] as { pushState: (...args: unknown[]) => void }).pushState({}, '', next);
      },
      emit: (type: string, event: object = {}) => {
        for (const listener of listeners.get(type) ?? []) listener(event);
      },
      /** Lets the waiting time of repetitions pass. */
      tick: async () => {
        await settled();
        for (const run of timers.splice(0)) run();
        await settled();
      },
    };
  };

  return {
    visit,
    written,
    calls,
    beacons,
    cookies,
    sessionStorage,
    cookie: () => /tributary_click_id=([^;]+)/.exec(cookiesOf('www.shop.example'))?.[1],
    answer: (next: Answers) => {
      answers = next;
    },
  };
}

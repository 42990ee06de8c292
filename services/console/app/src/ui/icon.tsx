/** The icons: outlines on a grid of 24, drawn with the colour of the text. */
const PATHS = {
  home: 'M3 10.5 12 3l9 7.5M5.5 9v11h13V9M10 20v-6h4v6',
  campaign: 'M4 10v4a1 1 0 0 0 1 1h3l9 5V4L8 9H5a1 1 0 0 0-1 1ZM20.5 9.5v5',
  inbox: 'M4 13h4l2 3h4l2-3h4M5 5h14l2 8v6H3v-6Z',
  cart: 'M3 4h2l2.4 11h10.2L20 7H6M9 19.5h.01M17 19.5h.01',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.6-3.6 3-5.5 6.5-5.5s5.9 1.9 6.5 5.5M16 4.3a3.5 3.5 0 0 1 0 6.5M18 14.8c2 .7 3.2 2.4 3.5 5.2',
  coins:
    'M12 9c4.4 0 7-1.3 7-3s-2.6-3-7-3-7 1.3-7 3 2.6 3 7 3ZM5 6v12c0 1.7 2.6 3 7 3s7-1.3 7-3V6M5 12c0 1.7 2.6 3 7 3s7-1.3 7-3',
  bank: 'M3 9.5 12 4l9 5.5H3ZM5.5 10v7M10 10v7M14 10v7M18.5 10v7M3 20h18',
  link: 'M9.5 14.5l5-5M8 11l-2.5 2.5a3.5 3.5 0 0 0 5 5L13 16M11 8l2.5-2.5a3.5 3.5 0 0 1 5 5L16 13',
  notification: 'M6 10a6 6 0 1 1 12 0c0 5 2 6 2 6H4s2-1 2-6ZM10 19.5a2 2 0 0 0 4 0',
  shield: 'M12 3l7.5 3v5.5c0 4.5-3 7.7-7.5 9.5-4.5-1.8-7.5-5-7.5-9.5V6ZM9 12l2 2 4-4',
  pulse: 'M3 12h4l2.5-7 5 14 2.5-7h4',
  book: 'M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3ZM5 17a3 3 0 0 1 3-3h11',
  scale: 'M12 4v16M7 20h10M5 7.5h14M5 7.5 2.5 14h5ZM19 7.5 16.5 14h5Z',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20 20l-4-4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  copy: 'M9 9h10v11H9ZM15 9V4H5v11h4',
  down: 'M6 9l6 6 6-6',
  right: 'M9 6l6 6-6 6',
  up: 'M6 15l6-6 6 6',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  out: 'M10 4H5v16h5M15 8l4 4-4 4M9 12h10',
  plus: 'M12 5v14M5 12h14',
  alert: 'M12 4 2.5 20h19ZM12 10v4.5M12 17.3h.01',
  lock: 'M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  bolt: 'M13 3 5 13.5h6L10.5 21 19 10.5h-6Z',
  key: 'M14.5 13.5a5 5 0 1 0-4.6-3L4 16.5V20h3.5v-2.5H10V15l1.8-1.8c.8.2 1.8.4 2.7.3ZM15.8 8.2h.01',
  chart: 'M4 4v16h16M8.5 16v-4M12.5 16V8M16.5 16v-6',
  ticket: 'M4 7h16v3a2 2 0 0 0 0 4v3H4v-3a2 2 0 0 0 0-4ZM14 7v10',
  image: 'M4 5h16v14H4ZM4 16l5-5 4 4 3-3 4 4M15.5 9h.01',
  steps: 'M4 19h4v-4h4v-4h4V7h4',
  globe:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c3.5 3.5 3.5 14.5 0 18M12 3c-3.5 3.5-3.5 14.5 0 18',
  file: 'M6 3h8l4 4v14H6ZM14 3v4h4M9 12h6M9 16h6',
  history: 'M12 7.5V12l3.5 2M4 12a8 8 0 1 0 2.5-5.8M4 4v4h4',
  gear: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  ghost: 'M5 20V11a7 7 0 0 1 14 0v9l-3-2-2 2-2-2-2 2-2-2ZM9.5 11h.01M14.5 11h.01',
} as const;

export type IconName = keyof typeof PATHS;

/** A picture beside a text of the same meaning; screen readers skip it. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

const STORED = 'console.theme';

/** Applies the chosen theme before anything is drawn; without a choice, the system's. */
export function applyTheme(): void {
  const stored = localStorage.getItem(STORED);
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset['theme'] = stored;
}

/** Changes to the other theme than the one that is seen. */
export function toggleTheme(): void {
  const { dataset } = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const next = (dataset['theme'] ?? system) === 'dark' ? 'light' : 'dark';
  localStorage.setItem(STORED, next);
  dataset['theme'] = next;
}

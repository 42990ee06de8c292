const STORED = 'console.theme';

/** Applies the chosen theme before anything is drawn; without a choice, the system's. */
export function applyTheme(): void {
  const stored = localStorage.getItem(STORED);
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset['theme'] = stored;
}

/** Changes to the other theme than the one that is seen. */
export function toggleTheme(): void {
  const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark';
  const next = isDark ? 'light' : 'dark';
  localStorage.setItem(STORED, next);
  document.documentElement.dataset['theme'] = next;
}

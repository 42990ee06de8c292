import tailwind from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** The base of all files is a folder of its own, because pages have paths of their own choice. */
export default defineConfig({
  base: '/console/',
  plugins: [tailwind()],
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    // The policy allows no inline files of other kinds than pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
  },
});

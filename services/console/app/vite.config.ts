import tailwind from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** The base of all files is a folder of its own, because pages have paths of their own choice. */
export default defineConfig({
  base: '/console/',
  plugins: [tailwind()],
  oxc: {
    jsx: { runtime: 'automatic' },
    // An import of types alone loads nothing.
    typescript: { onlyRemoveTypeImports: false },
  },
  build: {
    // The policy allows no inline files of other kinds than pictures.
    assetsInlineLimit: 0,
    // What loads what, for the sizes of first visits.
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    target: 'es2023',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One file of what each visit loads, and one of what each page of an account has around it.
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'shell', test: /src[\\/]shell[\\/]shell\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
});

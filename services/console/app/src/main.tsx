import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/queries.ts';
import { loadLanguage } from './i18n/translate.ts';
import { prefetchPage } from './prefetch.ts';
import { router } from './router.tsx';
import { applyTheme } from './shell/theme.ts';
import { Toasts } from './ui/toast.tsx';

applyTheme();
prefetchPage();
await loadLanguage();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
    <Toasts />
  </QueryClientProvider>,
);

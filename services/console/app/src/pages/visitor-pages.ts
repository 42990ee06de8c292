import { type PageModule } from './page-module.ts';

/** The pages of those who are not signed in. */
export const visitorPages: Readonly<Record<string, () => Promise<PageModule>>> = {
  '/sign-in': () => import('./auth/sign-in.tsx'),
  '/register': () => import('./auth/register.tsx'),
  '/forgot-password': () => import('./auth/forgot-password.tsx'),
};

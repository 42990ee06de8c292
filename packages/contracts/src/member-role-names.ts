import { type MemberRole } from './fields.ts';
import { type Language } from './locale.ts';

/** The names of members' roles in texts that people read. */
export const memberRoleNames: Readonly<Record<Language, Readonly<Record<MemberRole, string>>>> = {
  en: {
    owner: 'owner',
    manager: 'manager',
    finance: 'finance',
    analyst: 'analyst',
    developer: 'developer',
  },
  de: {
    owner: 'Inhaber',
    manager: 'Manager',
    finance: 'Finanzen',
    analyst: 'Analyst',
    developer: 'Entwickler',
  },
  es: {
    owner: 'titular',
    manager: 'gestión',
    finance: 'finanzas',
    analyst: 'analista',
    developer: 'desarrollo',
  },
};

import { t } from '../i18n/translate.ts';
import { type PagePath, type Role } from '../pages/pages.ts';
import { type IconName } from '../ui/icon.tsx';

export interface Place {
  readonly to: PagePath;
  readonly label: string;
  readonly icon: IconName;
}

/** The places of each role, in the order of a day's work. */
export function placesOf(role: Role): readonly Place[] {
  const overview: Place = { to: '/', label: t('Overview'), icon: 'home' };
  const places: Readonly<Record<Role, readonly Place[]>> = {
    brand: [
      overview,
      { to: '/campaigns', label: t('Campaigns'), icon: 'campaign' },
      { to: '/applications', label: t('Applications'), icon: 'inbox' },
      { to: '/conversions', label: t('Conversions'), icon: 'cart' },
      { to: '/affiliates', label: t('Affiliates'), icon: 'people' },
      { to: '/payouts', label: t('Payouts due'), icon: 'bank' },
    ],
    affiliate: [
      overview,
      { to: '/campaigns', label: t('Campaigns'), icon: 'campaign' },
      { to: '/links', label: t('Links'), icon: 'link' },
      { to: '/earnings', label: t('Earnings'), icon: 'coins' },
      { to: '/payouts', label: t('Payouts'), icon: 'bank' },
    ],
    admin: [
      overview,
      { to: '/users', label: t('Users'), icon: 'people' },
      { to: '/payouts', label: t('Held payouts'), icon: 'bank' },
      { to: '/ledger', label: t('Ledger'), icon: 'book' },
    ],
  };
  return places[role];
}

import { Link } from '@tanstack/react-router';
import { type Named } from '../../api/affiliate-names.ts';
import { t } from '../../i18n/translate.ts';
import { type Column } from '../../table/query-table.tsx';

type OfAffiliate = Named<{ readonly affiliate_id: string | null }>;

/** The affiliate of a record, which leads to what it brings. */
export const affiliateColumn = <Item extends OfAffiliate>(): Column<Item> => ({
  id: 'affiliate',
  heading: t('Affiliate'),
  isMinor: true,
  cell: ({ affiliate_id: id, affiliate_name: name }) =>
    id !== null && (
      <Link
        to="/affiliates/$id"
        params={{ id }}
        tabIndex={-1}
        onClick={(event) => event.stopPropagation()}
        className="underline-offset-4 hover:underline"
      >
        {name ?? t('Affiliate')}
      </Link>
    ),
});

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { invitationPreview } from '../../api/campaign-queries.ts';
import { useSettled } from '../../forms/use-settled.ts';
import { t } from '../../i18n/translate.ts';
import { QueryState } from '../../ui/panel.tsx';

interface Props {
  readonly campaign: string;
  readonly message: string | null | undefined;
}

/** The mail of an invitation as it will be sent. */
export function InvitationPreview({ campaign, message }: Props) {
  const settled = useSettled((message ?? '').trim());
  const preview = useQuery({
    ...invitationPreview(campaign, settled),
    placeholderData: keepPreviousData,
  });
  return (
    <figure aria-label={t('What they see')} className="rounded-lg bg-sunken p-4 text-sm">
      <figcaption className="mb-2 text-xs text-muted">{t('What they see')}</figcaption>
      <QueryState query={preview}>
        {({ subject, text, has_own_text: hasOwnText }) => (
          <>
            {!hasOwnText && (
              <p className="mb-3">
                {t('Your names and your message are sent once your e-mail address is verified.')}{' '}
                <Link to="/settings/account" className="font-medium text-accent underline">
                  {t('See your account')}
                </Link>
              </p>
            )}
            <p className="font-medium">{subject}</p>
            <p className="mt-2 break-words whitespace-pre-wrap text-muted">{text.trim()}</p>
          </>
        )}
      </QueryState>
    </figure>
  );
}

import { type ReactNode } from 'react';
import { t } from '../i18n/translate.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

interface NoticeProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** What a place shows that has nothing else to show. */
function Notice({ icon, title, text, children }: NoticeProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <span className="mb-1 rounded-full bg-sunken p-3 text-muted">
        <Icon name={icon} size={22} />
      </span>
      <p className="font-medium">{title}</p>
      <p className="max-w-sm text-sm text-muted">{text}</p>
      {children !== undefined && <div className="mt-3 flex gap-2">{children}</div>}
    </div>
  );
}

/** Nothing is there yet: what would be here, and the first step towards it. */
export const EmptyState = (props: Omit<NoticeProps, 'icon'> & { readonly icon?: IconName }) => (
  <Notice {...props} icon={props.icon ?? 'ghost'} />
);

/** The caller's role or permission does not allow it. */
export const NoPermission = () => (
  <Notice
    icon="lock"
    title={t('You cannot see this')}
    text={t('Your role in this account does not include it. The account’s owner can change that.')}
  />
);

/** The service did not answer: only this part of the page is missing. */
export const FailedState = ({
  requestId,
  onRetry,
}: {
  readonly requestId: string | undefined;
  readonly onRetry: () => void;
}) => (
  <div role="alert">
    <Notice
      icon="alert"
      title={t('This part could not be loaded')}
      text={
        requestId === undefined
          ? t('The rest of the page works. Try again in a moment.')
          : t('The rest of the page works. If it goes on, name this to support: {requestId}', {
              requestId,
            })
      }
    >
      <Button onClick={onRetry}>{t('Try again')}</Button>
    </Notice>
  </div>
);

/** The shape of what is about to appear. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div className="flex flex-col gap-3 p-5" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="h-4 animate-pulse rounded bg-sunken last:w-2/3" />
      ))}
    </div>
  );
}

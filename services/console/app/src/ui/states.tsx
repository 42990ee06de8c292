import { type ReactNode } from 'react';
import { isForbidden, needsPlan, requestIdOf, sentenceOf } from '../api/failure.ts';
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
const NoPermission = () => (
  <Notice
    icon="lock"
    title={t('You cannot see this')}
    text={t('Your role in this account does not include it. The account’s owner can change that.')}
  />
);

/** The account's plan does not include it. */
const PlanNeeded = ({ text }: { readonly text: string }) => (
  <Notice icon="lock" title={t('Your plan does not include this')} text={text} />
);

interface FailureProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Why a part is not there: the caller may not see it, or its service did not answer; the rest of the page works. */
export function ErrorState({ error, onRetry }: FailureProps) {
  if (needsPlan(error)) return <PlanNeeded text={sentenceOf(error)} />;
  if (isForbidden(error)) return <NoPermission />;
  const requestId = requestIdOf(error);
  return (
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
}

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

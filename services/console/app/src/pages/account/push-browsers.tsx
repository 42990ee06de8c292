import { useQuery } from '@tanstack/react-query';
import { canPush, pushQuery, removeBrowser, subscribeBrowser } from '../../api/push.ts';
import { useAction } from '../../api/use-action.ts';
import { fromNow } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Line, Lines } from '../../ui/lines.tsx';
import { Panel } from '../../ui/panel.tsx';

type Browser = Awaited<ReturnType<NonNullable<typeof pushQuery.queryFn>>>['browsers'][number];

function BrowserLine({ browser }: { readonly browser: Browser }) {
  const remove = useAction({
    run: (_input, key) => removeBrowser(browser, key),
    message: () => t('The browser gets no more push messages'),
    changes: ['notifications'],
  });
  return (
    <Line
      title={new URL(browser.endpoint).host}
      text={t('Since {when}', { when: fromNow(browser.created_at) })}
    >
      {browser.isOwn && <Badge tone="good">{t('This one')}</Badge>}
      <Button isBusy={remove.isPending} onClick={() => remove.mutate()}>
        {t('Remove')}
      </Button>
    </Line>
  );
}

function TurnOn({ publicKey }: { readonly publicKey: string }) {
  const subscribe = useAction({
    run: (_input, key) => subscribeBrowser(publicKey, key),
    message: () => t('This browser gets push messages now'),
    changes: ['notifications'],
  });
  return (
    <Button isBusy={subscribe.isPending} onClick={() => subscribe.mutate()}>
      {t('Turn on in this browser')}
    </Button>
  );
}

const Sentence = ({ text }: { readonly text: string }) => (
  <p className="px-5 py-3 text-sm text-muted">{text}</p>
);

/** The browsers that show notifications while no page of the console is open. */
export function PushBrowsers() {
  const push = useQuery(pushQuery);
  const { publicKey, browsers = [] } = push.data ?? {};
  const isOn = browsers.some(({ isOwn }) => isOwn);
  return (
    <Panel
      title={t('Browsers with push messages')}
      query={push}
      action={publicKey !== undefined && canPush() && !isOn && <TurnOn publicKey={publicKey} />}
    >
      {() => {
        if (publicKey === undefined)
          return <Sentence text={t('This installation sends no push messages.')} />;
        if (browsers.length === 0)
          return <Sentence text={t('No browser of this account gets push messages.')} />;
        return (
          <Lines>
            {browsers.map((browser) => (
              <BrowserLine key={browser.id} browser={browser} />
            ))}
          </Lines>
        );
      }}
    </Panel>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { fraudSettings } from '../../api/fraud-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { percent } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';

const FACTOR = 100;
/** Above it every order waits for a person. */
const HIGHEST = 50;

type Settings = Schemas['FraudSettings'];

/** A change replaces all settings, so those of the factors are sent as they are. */
const factorsOf = ({ factors }: Settings) =>
  Object.fromEntries(
    Object.entries(factors).map(([name, { description: _, ...settings }]) => [name, settings]),
  );

function Slider({ settings }: { readonly settings: Settings }) {
  const { review_threshold: threshold } = settings;
  const id = useId();
  const [chosen, setChosen] = useState(Math.round(threshold * FACTOR));
  const save = useAction({
    run: () =>
      api.fraudSettings.update({
        review_threshold: chosen / FACTOR,
        factors: factorsOf(settings),
      }),
    message: () => t('The threshold counts for new orders'),
    changes: ['brand', 'fraud'],
  });
  return (
    <div className="flex flex-col gap-4 p-5 text-sm">
      <label htmlFor={id} className="flex justify-between gap-4">
        {t('Orders wait for a person from')}
        <output className="font-semibold tabular-nums">{percent(chosen)}</output>
      </label>
      <input
        id={id}
        type="range"
        min={5}
        max={HIGHEST}
        step={1}
        value={chosen}
        onChange={({ target }) => setChosen(Number(target.value))}
        className="w-full accent-accent"
      />
      <p className="text-muted">
        {t('Lower, and more orders wait for you; higher, and more pass unseen.')}
      </p>
      <div className="flex justify-end">
        <Button
          kind="primary"
          disabled={chosen === Math.round(threshold * FACTOR)}
          isBusy={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('Save')}
        </Button>
      </div>
    </div>
  );
}

/** From what suspicion on an order waits for a person. */
export function FraudThreshold() {
  return (
    <Panel title={t('Threshold')} query={useQuery(fraudSettings)}>
      {(settings) => <Slider key={settings.version} settings={settings} />}
    </Panel>
  );
}

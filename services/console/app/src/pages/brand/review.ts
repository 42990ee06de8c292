import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { t } from '../../i18n/translate.ts';
import { showMessage } from '../../ui/toast.tsx';

interface Decided {
  readonly ids: readonly string[];
  readonly decision: 'approved' | 'rejected';
  readonly notes?: string;
}

type Result = Schemas['BulkReviewConversionsResponse']['data'];

function sentence({ processed: count, failed }: Result, { decision }: Decided): string {
  if (failed > 0) showMessage(t('{failed} could not be decided', { failed }), { isError: true });
  return decision === 'approved'
    ? t('{count, plural, one {# conversion approved} other {# conversions approved}}', { count })
    : t('{count, plural, one {# conversion rejected} other {# conversions rejected}}', { count });
}

/** Decides one conversion or many; the API decides each once, whatever is sent again. */
export const useReview = () =>
  useAction({
    run: async ({ ids, ...decided }: Decided, key) => {
      const body = { conversion_ids: [...ids], ...decided };
      return (await api.conversions.bulkReview(body, key)).data;
    },
    message: sentence,
    changes: ['brand'],
  });

export type Review = ReturnType<typeof useReview>;

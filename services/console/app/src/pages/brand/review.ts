import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { sentenceOf } from '../../api/failure.ts';
import { t } from '../../i18n/translate.ts';
import { showMessage } from '../../ui/toast.tsx';

interface Decided {
  readonly ids: readonly string[];
  readonly decision: 'approved' | 'rejected';
}

/** Decides one conversion or many; the API decides each once, whatever is sent again. */
export function useReview() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ ids, decision }: Decided) => {
      const { data } = await api.conversions.bulkReview({ conversion_ids: [...ids], decision });
      return data;
    },
    onSuccess: async ({ processed, failed }, { decision }) => {
      const count = processed;
      showMessage(
        decision === 'approved'
          ? t('{count, plural, one {# conversion approved} other {# conversions approved}}', {
              count,
            })
          : t('{count, plural, one {# conversion rejected} other {# conversions rejected}}', {
              count,
            }),
      );
      if (failed > 0)
        showMessage(t('{failed} could not be decided', { failed }), { isError: true });
      await queries.invalidateQueries({ queryKey: ['brand'] });
    },
    onError: (error) => showMessage(sentenceOf(error), { isError: true }),
  });
}

export type Review = ReturnType<typeof useReview>;

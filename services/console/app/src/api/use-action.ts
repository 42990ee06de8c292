import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { TributaryError } from '@tributary/sdk';
import { useRef } from 'react';
import { showMessage } from '../ui/toast.tsx';
import { isForbidden, sentenceOf } from './failure.ts';
import { t } from '../i18n/translate.ts';

/** What every call of an action passes on to the client. */
export interface CallKey {
  readonly idempotencyKey: string;
}

/** Whether the API has certainly answered; without an answer, the call may have had its effect. */
const isAnswered = (error: unknown): boolean =>
  error instanceof TributaryError &&
  !['connection', 'deadline', 'unavailable'].includes(error.kind);

/** Calls with a key of its own; the key of a call without an answer is used again for the same input. */
export function useCallKey() {
  const open = useRef<{ readonly input: string; readonly key: string }>(undefined);
  return async <Answer>(input: unknown, call: (key: CallKey) => Promise<Answer>) => {
    const text = JSON.stringify(input ?? null);
    const key = open.current?.input === text ? open.current.key : crypto.randomUUID();
    open.current = { input: text, key };
    try {
      const answer = await call({ idempotencyKey: key });
      open.current = undefined;
      return answer;
    } catch (error) {
      if (isAnswered(error)) open.current = undefined;
      throw error;
    }
  };
}

export interface Action<Input, Answer> {
  readonly run: (input: Input, key: CallKey) => Promise<Answer>;
  /** What the person reads afterwards. */
  readonly message?: (answer: Answer, input: Input) => string;
  /** The queries whose answers are old afterwards. */
  readonly changes: QueryKey;
  readonly onDone?: (answer: Answer) => void;
}

/** Changes something by the API once, shows what became of it, and loads again what it changed. */
export function useAction<Input = void, Answer = unknown>(action: Action<Input, Answer>) {
  const { run, message, changes, onDone } = action;
  const queries = useQueryClient();
  const callOnce = useCallKey();
  return useMutation({
    mutationFn: (input: Input) => callOnce(input, (key) => run(input, key)),
    onSuccess: async (answer, input) => {
      if (message !== undefined) showMessage(message(answer, input));
      onDone?.(answer);
      await queries.invalidateQueries({ queryKey: changes });
    },
    onError: (error) =>
      showMessage(
        isForbidden(error) ? t('Your role in this account does not allow it.') : sentenceOf(error),
        { isError: true },
      ),
  });
}

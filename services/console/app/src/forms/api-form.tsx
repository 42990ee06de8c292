import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { fieldIssuesOf, sentenceOf } from '../api/failure.ts';
import { type CallKey, useCallKey } from '../api/use-action.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/field.tsx';
import { showMessage } from '../ui/toast.tsx';
import { messagesBesideFields } from './form-messages.ts';
import { resolverOf } from './resolver.ts';

interface Options<Body extends FieldValues, Answer> {
  /** The rules of the API for the body. */
  readonly schema: z.ZodMiniType;
  readonly start?: DefaultValues<Body>;
  readonly send: (body: Body, key: CallKey) => Promise<Answer>;
  /** What the person reads afterwards. */
  readonly message?: (answer: Answer) => string;
  /** The queries whose answers are old afterwards. */
  readonly changes: QueryKey;
  readonly onDone?: (answer: Answer) => void;
}

/** A form that sends a body to the API once, and shows at its fields what the API refuses. */
export function useApiForm<Body extends FieldValues, Answer = unknown>({
  schema,
  start,
  ...options
}: Options<Body, Answer>) {
  const queries = useQueryClient();
  const callOnce = useCallKey();
  const form = useForm<Body>({
    resolver: resolverOf(schema),
    ...(start !== undefined && { defaultValues: start }),
  });
  const submit = form.handleSubmit(async (body) => {
    try {
      const answer = await callOnce(body, (key) => options.send(body, key));
      if (options.message !== undefined) showMessage(options.message(answer));
      options.onDone?.(answer);
      await queries.invalidateQueries({ queryKey: options.changes });
    } catch (error) {
      form.setError('root', { message: sentenceOf(error) });
      for (const [index, { path, message }] of fieldIssuesOf(error).entries())
        form.setError(path as Path<Body>, { message }, { shouldFocus: index === 0 });
    }
  });
  const field = (name: Path<Body>, rules?: RegisterOptions<Body>) => ({
    ...form.register(name, rules),
    error: form.getFieldState(name, form.formState).error?.message,
  });
  return { form, field, submit };
}

interface Props {
  readonly of: Pick<ReturnType<typeof useApiForm>, 'submit'> & {
    readonly form: {
      readonly formState: {
        readonly isSubmitting: boolean;
        readonly errors: object;
      };
    };
  };
  /** The text of the button. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Fields one below the other, what is wrong with all of them, and the button. */
export function ApiForm({ of: { form, submit }, label, children }: Props) {
  const { errors, isSubmitting } = form.formState;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4 p-5">
      <FormError>{messagesBesideFields(errors).join(' ')}</FormError>
      {children}
      <div className="flex justify-end">
        <Button type="submit" kind="primary" isBusy={isSubmitting}>
          {label}
        </Button>
      </div>
    </form>
  );
}

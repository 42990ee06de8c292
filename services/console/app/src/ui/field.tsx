import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';

interface Labelled {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with it, in a sentence. */
  readonly error?: string | undefined;
}

const BOX =
  'w-full rounded-lg border border-strong-line bg-surface px-3 text-sm text-ink shadow-xs placeholder:text-muted aria-invalid:border-bad';

interface FrameProps extends Labelled {
  readonly id: string;
  readonly children: ReactNode;
}

function Frame({ id, label, hint, error, children }: FrameProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children}
      {error !== undefined ? (
        <p id={`${id}-note`} role="alert" className="text-sm text-bad">
          {error}
        </p>
      ) : (
        hint !== undefined && (
          <p id={`${id}-note`} className="text-sm text-muted">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

const described = (id: string, { hint, error }: Labelled) => ({
  id,
  'aria-invalid': error !== undefined,
  ...(hint === undefined && error === undefined ? {} : { 'aria-describedby': `${id}-note` }),
});

export function TextField({
  label,
  hint,
  error,
  ...input
}: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  const frame = { label, hint, error };
  return (
    <Frame id={id} {...frame}>
      <input {...input} {...described(id, frame)} className={`${BOX} h-10`} />
    </Frame>
  );
}

export function TextArea({
  label,
  hint,
  error,
  ...input
}: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  const frame = { label, hint, error };
  return (
    <Frame id={id} {...frame}>
      <textarea rows={3} {...input} {...described(id, frame)} className={`${BOX} py-2`} />
    </Frame>
  );
}

interface SelectProps extends Labelled, SelectHTMLAttributes<HTMLSelectElement> {
  readonly options: readonly (readonly [value: string, text: string])[];
}

export function SelectField({ label, hint, error, options, ...select }: SelectProps) {
  const id = useId();
  const frame = { label, hint, error };
  return (
    <Frame id={id} {...frame}>
      <select {...select} {...described(id, frame)} className={`${BOX} h-10`}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** A choice of a filter, whose label only screen readers need. */
export function FilterSelect({ label, options, ...select }: SelectProps) {
  return (
    <select
      aria-label={label}
      {...select}
      className="h-9 rounded-lg border border-strong-line bg-surface px-2.5 text-sm shadow-xs"
    >
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** What went wrong with a whole form. */
export const FormError = ({ children }: { readonly children: string | undefined }) =>
  children === undefined || children === '' ? null : (
    <p role="alert" className="rounded-lg bg-bad-soft px-3 py-2 text-sm text-bad">
      {children}
    </p>
  );

interface CheckGroupProps {
  readonly legend: string;
  readonly options: readonly (readonly [value: string, text: string, hint?: string])[];
  /** The registration of the form's list. */
  readonly field: InputHTMLAttributes<HTMLInputElement> & {
    readonly error?: string | undefined;
    readonly ref?: Ref<HTMLInputElement>;
  };
}

/** Choices of which any number may be made. */
export function CheckGroup({ legend, options, field: { error, ...input } }: CheckGroupProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium first-letter:uppercase">{legend}</legend>
      {options.map(([value, text, hint]) => (
        <label key={value} className="flex items-baseline gap-2.5 text-sm">
          <input
            {...input}
            type="checkbox"
            value={value}
            className="size-4 shrink-0 translate-y-0.5 accent-accent"
          />
          <span>
            {text}
            {hint !== undefined && <span className="block text-xs text-muted">{hint}</span>}
          </span>
        </label>
      ))}
      {error !== undefined && (
        <p role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

import { type ButtonHTMLAttributes } from 'react';

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger';

const KINDS: Readonly<Record<ButtonKind, string>> = {
  primary: 'bg-accent text-on-accent hover:opacity-90 shadow-xs',
  plain: 'border border-line bg-surface text-ink hover:bg-sunken shadow-xs',
  quiet: 'text-muted hover:bg-sunken hover:text-ink',
  danger: 'border border-line bg-surface text-bad hover:bg-bad-soft shadow-xs',
};

/** The look of a button, for links that act as one. */
export const buttonClass = (kind: ButtonKind = 'plain'): string =>
  `inline-flex h-9 items-center justify-center gap-2 rounded-lg px-3.5 text-sm font-medium whitespace-nowrap transition disabled:opacity-50 ${KINDS[kind]}`;

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: ButtonKind;
  /** While it works, the button shows it and refuses a second press. */
  readonly isBusy?: boolean;
}

export function Button({ kind = 'plain', isBusy = false, className = '', ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy}
      disabled={rest.disabled === true || isBusy}
      className={`${buttonClass(kind)} ${isBusy ? 'animate-pulse' : ''} ${className}`}
    />
  );
}

interface Props {
  readonly label: string;
  readonly isOn: boolean;
  readonly isBusy: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Something that is on or off, and changes at once. */
export const Switch = ({ label, isOn, isBusy, onChange }: Props) => (
  <button
    type="button"
    role="switch"
    aria-label={label}
    aria-checked={isOn}
    disabled={isBusy}
    onClick={() => onChange(!isOn)}
    className={`inline-flex h-5 w-9 items-center rounded-full p-0.5 align-middle transition ${isOn ? 'bg-accent' : 'bg-strong-line'}`}
  >
    <span className={`size-4 rounded-full bg-surface transition ${isOn ? 'translate-x-4' : ''}`} />
  </button>
);

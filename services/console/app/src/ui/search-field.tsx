interface Props {
  readonly label: string;
  readonly value: string | undefined;
  /** Searches on Enter, and for everything where the field is emptied. */
  readonly onSearch: (text: string) => void;
  readonly minLength?: number;
}

/** A search of a list, whose label only screen readers need beside the placeholder. */
export const SearchField = ({ label, value, onSearch, minLength }: Props) => (
  <input
    type="search"
    aria-label={label}
    placeholder={label}
    minLength={minLength}
    defaultValue={value}
    onKeyDown={({ key, currentTarget }) =>
      key === 'Enter' && currentTarget.checkValidity() && onSearch(currentTarget.value)
    }
    className="h-9 rounded-lg border border-strong-line bg-surface px-3 text-sm shadow-xs placeholder:text-muted"
  />
);

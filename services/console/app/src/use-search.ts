import { useNavigate } from '@tanstack/react-router';
import { readSearch, type Search } from './search.ts';

/** Changes filters in the address; an empty one disappears. */
export function useSetSearch(): (changed: {
  readonly [Name in keyof Search]: Search[Name] | undefined;
}) => void {
  const navigate = useNavigate();
  return (changed) => {
    void navigate({
      to: '.',
      search: (before: Search) => readSearch({ ...before, ...changed }),
      replace: true,
    });
  };
}

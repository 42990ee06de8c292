import { useQuery } from '@tanstack/react-query';
import { brandQuery } from '../api/queries.ts';

/** The platform's logo and name. */
export function Mark() {
  const { data } = useQuery(brandQuery);
  return (
    <span className="flex h-8 items-center gap-2.5 font-semibold tracking-tight">
      <img src={data?.logo ?? '/console/mark.svg'} alt="" className="h-7" />
      {data?.name}
    </span>
  );
}

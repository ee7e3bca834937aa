import { useParams } from '@manabiba/shared/platform';

import { SeriesById } from '../features/series/series-page-body';

/** /series/{id}: several classes under one page. */
export function SeriesPage() {
  const { id = '' } = useParams();
  return <SeriesById key={id} id={id} />;
}

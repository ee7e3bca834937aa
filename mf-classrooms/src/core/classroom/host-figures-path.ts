import type { FiguresDays } from '@manabiba/shared/contract/host-figures';
import { paths } from '@manabiba/shared/platform';

/** The path of the user's own figures as a host, of the classes of the last days or of all. */
export const hostFiguresHref = (days?: FiguresDays) =>
  `${paths.myClassrooms.href()}/figures${days === undefined ? '' : `?days=${days}`}`;

/** The path of the user's own series. */
export const ownSeriesHref = `${paths.myClassrooms.href()}/series`;

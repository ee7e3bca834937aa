import { MAX_BAR_LABEL, navigationIcons, navigationPlaces } from '@manabiba/shared/page/navigation-entry';

import type { ReleaseManifest } from '../store/release-manifest';

/** Returns everything that is wrong with a release's entries of the navigation. */
export function wrongNavigation({ routes, navigation = [] }: Pick<ReleaseManifest, 'routes' | 'navigation'>): string[] {
  const own = new Set(routes.map(({ path }) => path));
  const entries = navigation.map(({ path }) => path);
  return [
    ...new Set(
      entries
        .filter((path, index) => entries.indexOf(path) !== index)
        .map((path) => `The navigation has ${path} twice.`),
    ),
    ...navigation.flatMap(({ path, label, icon, places }) => [
      ...(own.has(path) && !path.includes('{')
        ? []
        : [`The navigation leads to ${path}, which is no route of this remote without parameters.`]),
      ...(label.trim() === label ? [] : [`The label "${label}" of the navigation begins or ends with a space.`]),
      ...(places.includes('bar') && [...label].length > MAX_BAR_LABEL
        ? [`The label "${label}" is too long for the bar: at most ${MAX_BAR_LABEL} characters.`]
        : []),
      ...(icon === undefined || isIn(navigationIcons, icon)
        ? []
        : [`The icon "${icon}" of the navigation is not one of ${navigationIcons.join(', ')}.`]),
      ...places
        .filter((place) => !isIn(navigationPlaces, place))
        .map((place) => `The place "${place}" of the navigation is not one of ${navigationPlaces.join(', ')}.`),
    ]),
  ];
}

const isIn = (list: readonly string[], word: string) => list.includes(word);

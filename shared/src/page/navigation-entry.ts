/** Icons that an entry of the navigation may name. The shell renders a plain one for any other name. */
export const navigationIcons = ['archive', 'classroom', 'event', 'people', 'plan', 'talk', 'ticket'] as const;
export type NavigationIcon = (typeof navigationIcons)[number];

/**
 * Where an entry is: in the header of wide screens, in the bar at the bottom of narrow ones, or only in the menu of that
 * bar, which has everything that is not in the bar itself.
 */
export const navigationPlaces = ['header', 'bar', 'menu'] as const;
export type NavigationPlace = (typeof navigationPlaces)[number];

/** Entries of one remote. */
export const MAX_NAVIGATION_ENTRIES = 4;
/** Characters of a label. */
export const MAX_NAVIGATION_LABEL = 10;
/** Characters of a label in the bar: five places side by side are 64 px wide on the narrowest phone. */
export const MAX_BAR_LABEL = 5;

/** A page of a remote in the product's navigation, for those who may open it. */
export interface NavigationEntry {
  /** Path of one of the remote's own routes, without parameters. */
  path: string;
  label: string;
  /** One of `navigationIcons`. A name that this shell does not know yet is no fault. */
  icon?: string | undefined;
  /** Entries of all remotes are sorted by it. */
  order: number;
  /** Some of `navigationPlaces`. */
  places: readonly string[];
}

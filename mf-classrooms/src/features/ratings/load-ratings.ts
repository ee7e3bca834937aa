/** The ratings are below the main content of every page that has them: one chunk, loaded after it. */
export const loadRatings = () =>
  import(/* webpackChunkName: "slot-ratings" */ './ratings').then(({ Ratings }) => Ratings);

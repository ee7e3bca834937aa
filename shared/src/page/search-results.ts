/** The parameters of the `search-results-…` slots on the search page: the results of that kind, in order. */
export interface SearchResultsParams<Item> {
  items: readonly Item[];
}

/** What the search page tells whoever fills one of its slots `search-results-…`: what was found of that kind, in order. */
export interface SearchResultsParams<Item> {
  items: readonly Item[];
}

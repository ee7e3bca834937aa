export interface CategoriesTable {
  id: string;
  name: string;
  sort_order: number;
}

export interface InterestsTable {
  id: string;
  category_id: string;
  name: string;
  sort_order: number;
}

/** Tables of categories and interests. */
export interface CategoriesTables {
  categories: CategoriesTable;
  interests: InterestsTable;
}

import type { CategoryKey } from '../../modules/categories/first-categories';

/** What a classroom is about, whenever it takes place. */
export interface Topic {
  /** `{n}` is replaced by the number of the session. */
  name: string;
  /** Key of a character. */
  host: string;
  category: CategoryKey;
  /** Names of interests of the category. */
  interests?: string[];
  /** Name of the picture among the assets, without `c-`; absent: a pattern is drawn. */
  cover?: string;
  /** Paragraphs and lists. */
  description: string;
  /** For people of 24 or under only. */
  isForStudents?: true;
  /** Only those whom the host lets speak. */
  isAudienceMode?: true;
}

export type Topics = Readonly<Record<string, Topic>>;

import type { CategoryKey } from '../../modules/categories/first-categories';

/** The subject of a classroom, whenever it takes place. */
export interface Topic {
  /** `{n}` is replaced by the session number. */
  name: string;
  /** Key of a character. */
  host: string;
  category: CategoryKey;
  /** Names of interests in the category. */
  interests?: string[];
  /** Name of the image among the assets, without `c-`; a pattern is drawn when absent. */
  cover?: string;
  /** Paragraphs and lists. */
  description: string;
  /** For users of 24 or under only. */
  isForStudents?: true;
  /** Only users whom the host allows may speak. */
  isAudienceMode?: true;
}

export type Topics = Readonly<Record<string, Topic>>;

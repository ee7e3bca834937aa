import type { CategoryKey } from '../../modules/categories/first-categories';

/** A series of classrooms of one host. */
export interface DemoSeries {
  key: string;
  host: string;
  title: string;
  description: string;
  category: CategoryKey;
  /** Topics with their turns. */
  dates: readonly (readonly [topic: string, turn: number])[];
}

export const demoSeries: readonly DemoSeries[] = [
  {
    key: 'figures',
    host: 'host',
    title: '図で解く数学 はじめの4回',
    description:
      '微分、ベクトル、数列を、式より先に図で考える全4回の連続講座です。1回だけの参加もできます。\n\n8割以上の回に参加するか、アーカイブで見ると、修了証を受け取れます。',
    category: 'math',
    dates: [
      ['derivative', -1],
      ['vector', 1],
      ['sequence', 2],
      ['derivative', 9],
    ],
  },
];

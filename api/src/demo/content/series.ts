import type { CategoryKey } from '../../modules/categories/first-categories';

/** A series of one host, of classrooms or of events. */
export interface DemoSeries {
  key: string;
  host: string;
  title: string;
  description: string;
  category: CategoryKey;
  /** Classrooms: topics with their turns. */
  dates?: readonly (readonly [topic: string, turn: number])[];
  /** Events by their keys, each of which has a room. */
  events?: readonly string[];
  /** Off the tickets of several events bought at once. */
  discountPercent?: number;
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
  {
    key: 'origami',
    host: 'host',
    title: '折り紙の幾何 全3回',
    description:
      '定規とコンパスの代わりに紙を折って、正多角形、角の三等分、立体をつくります。1回だけの参加もできます。\n\n2回以上をまとめてお申し込みいただくと、参加費が20%引きになります。折り紙を10枚ほどご用意ください。',
    category: 'math',
    events: ['origami1', 'origami2', 'origami3'],
    discountPercent: 20,
  },
];

import type { CategoryKey } from '../../modules/categories/first-categories';

/** A time relative to now. */
export type EventTime =
  /** The first such weekday (0 is Sunday) at least that many days ahead, at a time of day in Japan. */
  | { on: number; fromDays: number; at: string }
  /** That many days ago. */
  | { daysAgo: number; at: string }
  /** That many minutes from the last full five minutes; negative: it has begun. */
  | { inMinutes: number };

interface EventTicket {
  kind: 'general' | 'student' | 'premium' | 'invited';
  price: number;
  quota: number | null;
  sold: number;
  /** Seats held by checkouts in progress. */
  held?: number;
}

export interface EventEntry {
  key: string;
  organizer: string;
  title: string;
  subtitle?: string;
  description: string;
  category: CategoryKey;
  image: string;
  speakers: string[];
  time: EventTime;
  minutes: number;
  state: 'draft' | 'published' | 'open' | 'live' | 'ended' | 'archived' | 'cancelled';
  tickets: EventTicket[];
  /** Invitation codes: how often each may be used, and how often it has been. */
  invitations?: { code: string; kind: EventTicket['kind']; maxUses: number; uses: number }[];
  /** Number of users on the waiting list. */
  waiting?: number;
  /** Number of users whose refund is complete or in progress. */
  refunded?: number;
  /** Sale begins that many days from now instead of some weeks ago. */
  saleInDays?: number;
  /**
   * Topic of the live classroom in which the event takes place; once it has started, the ticket holders are the guests.
   */
  classroom?: string;
  discountCode?: { code: string; percentOff: number; maxUses: number };
  /** Materials of its room. */
  links?: { title: string; url: string }[];
}

/** What organizers add to the refund rules. */
export const CANCEL_POLICY =
  '・途中からのご参加も、途中でのご退出もできます。\n・カメラとマイクは、使わなくても参加できます。';

const WEDNESDAY = 3;
const SATURDAY = 6;
const SUNDAY = 0;

export const events: readonly EventEntry[] = [
  {
    key: 'galaxy',
    organizer: 'observatory',
    title: '宇宙望遠鏡が見た最初の銀河',
    subtitle: '研究者と話す90分',
    category: 'science',
    image: 'space',
    speakers: ['fujii', 'abe'],
    time: { on: SATURDAY, fromDays: 12, at: '14:00' },
    minutes: 90,
    state: 'published',
    description:
      '最初の星は、いつ、どのように光りはじめたのでしょうか。観測に携わる研究者が、公開されたばかりの画像を一枚ずつ開きながら、そこに写っているものと、まだわかっていないことを話します。\n\n後半の40分は質問の時間です。手を挙げて声で聞くことも、コメントで送ることもできます。高校で物理を学んでいなくても大丈夫です。',
    tickets: [
      { kind: 'general', price: 1500, quota: 100, sold: 87, held: 1 },
      { kind: 'student', price: 500, quota: 40, sold: 14 },
      { kind: 'premium', price: 0, quota: null, sold: 9 },
      { kind: 'invited', price: 0, quota: 10, sold: 2 },
    ],
    invitations: [
      { code: 'HOSHI-7F2K', kind: 'invited', maxUses: 8, uses: 2 },
      { code: 'HOSHI-7F2X', kind: 'general', maxUses: 1, uses: 1 },
    ],
  },
  {
    key: 'pathway',
    organizer: 'hiroba',
    title: '高校生のための進路対話',
    subtitle: '文系と理工のあいだ',
    category: 'thinking',
    image: 'path',
    speakers: ['ueda', 'endo', 'sasaki'],
    time: { on: SATURDAY, fromDays: 19, at: '10:00' },
    minutes: 120,
    state: 'published',
    description:
      '「どちらかを選ばないといけない」と思ったことのある高校生へ。文系から情報へ、理系から出版へ進んだ先輩たちが、迷っていたころの話をします。\n\n・前半: 先輩3人の話\n・後半: 4人ずつの輪で対話\n\nカメラもマイクも、使うかどうかは自分で決められます。',
    tickets: [{ kind: 'general', price: 0, quota: 200, sold: 46 }],
  },
  {
    key: 'workshop',
    organizer: 'tsumugi',
    title: '作曲ワークショップ',
    subtitle: '8小節をつくって聴き合う',
    category: 'music',
    image: 'music',
    speakers: ['nishi'],
    time: { on: SUNDAY, fromDays: 27, at: '13:00' },
    minutes: 180,
    state: 'published',
    description:
      '楽譜が読めなくても、楽器が弾けなくても、8小節の旋律はつくれます。ブラウザだけで使える道具で、3時間かけてひとつの曲をつくり、最後に全員分を続けて聴きます。\n\n少人数で行うため、定員は24名です。',
    tickets: [{ kind: 'general', price: 3300, quota: 24, sold: 24 }],
    waiting: 5,
  },
  {
    key: 'figures',
    organizer: 'host',
    title: '図形フェス',
    subtitle: '折り紙と黄金比の午後',
    category: 'math',
    image: 'geometry',
    speakers: ['host', 'okada', 'ohno'],
    time: { on: SATURDAY, fromDays: 33, at: '13:00' },
    minutes: 150,
    state: 'published',
    description:
      '折り紙を一枚ご用意ください。正三角形、正五角形、そして黄金比の長方形を、定規を使わずに折り出します。\n\n画家の岡田さんと、「黄金比は本当に美しいのか」を実際の絵で確かめる時間もあります。',
    tickets: [
      { kind: 'general', price: 1200, quota: 100, sold: 41 },
      { kind: 'student', price: 0, quota: 50, sold: 17 },
    ],
    discountCode: { code: 'ORIGAMI', percentOff: 20, maxUses: 30 },
  },
  {
    key: 'telescope',
    organizer: 'observatory',
    title: '望遠鏡のつくり方',
    subtitle: '工作室から中継',
    category: 'science',
    image: 'light',
    speakers: ['abe'],
    time: { on: SUNDAY, fromDays: 20, at: '15:00' },
    minutes: 60,
    state: 'published',
    description:
      '紙の筒とレンズ2枚で、月のクレーターが見える望遠鏡をつくります。材料は当日までにお手元にご用意ください。\n\n一人ずつ画面で確かめながら進めるため、定員は12名です。',
    tickets: [{ kind: 'general', price: 0, quota: 12, sold: 12 }],
    waiting: 2,
  },
  {
    key: 'poetry',
    organizer: 'nakamura',
    title: '詩を読む夜 特別編',
    subtitle: '谷川の音を聴きながら',
    category: 'japanese',
    image: 'book',
    speakers: ['nakamura', 'nishi'],
    time: { inMinutes: 10 },
    minutes: 60,
    state: 'open',
    classroom: 'poemRoom',
    links: [{ title: '青空文庫', url: 'https://www.aozora.gr.jp/' }],
    description:
      '渓流の音を録ってきました。水の音を背中に聴きながら、短い詩を六つ読みます。\n\n朗読してみたい方は、入場のときにコメントでお知らせください。',
    tickets: [
      { kind: 'general', price: 1100, quota: 50, sold: 32 },
      { kind: 'premium', price: 0, quota: null, sold: 6 },
    ],
  },
  {
    key: 'starlive',
    organizer: 'observatory',
    title: '星空ライブ',
    subtitle: '望遠鏡をのぞく45分',
    category: 'science',
    image: 'globe',
    speakers: ['abe'],
    time: { inMinutes: -15 },
    minutes: 45,
    state: 'live',
    classroom: 'starRoom',
    links: [
      { title: '今月の星空', url: 'https://www.nao.ac.jp/astro/sky/' },
      { title: '望遠鏡のしくみ', url: 'https://www.nao.ac.jp/' },
    ],
    description:
      '口径60センチの望遠鏡に、カメラを付けてお届けします。今の季節に見える星団を三つ、学芸員の解説といっしょにご覧ください。曇りの日は、撮りためた映像でご案内します。',
    tickets: [
      { kind: 'general', price: 800, quota: 60, sold: 29 },
      { kind: 'student', price: 300, quota: 20, sold: 8 },
    ],
  },
  {
    key: 'weatherlife',
    organizer: 'sasaki',
    title: 'データで読む天気と暮らし',
    category: 'programming',
    image: 'stats',
    speakers: ['sasaki'],
    time: { daysAgo: 3, at: '20:00' },
    minutes: 90,
    state: 'ended',
    description: 'アイスの売れ行きと気温、傘の忘れ物と雨。身近なデータを6つ、その場で読み解きます。',
    tickets: [
      { kind: 'general', price: 1000, quota: 80, sold: 51 },
      { kind: 'student', price: 0, quota: 40, sold: 19 },
    ],
  },
  {
    key: 'figurenight',
    organizer: 'host',
    title: '図形の夜',
    subtitle: '折り紙で解く作図題',
    category: 'math',
    image: 'geometry',
    speakers: ['host'],
    time: { daysAgo: 8, at: '20:00' },
    minutes: 90,
    state: 'archived',
    description: '定規とコンパスでは解けない作図題も、紙を折れば解けます。角の三等分まで、一枚の折り紙でたどりました。',
    tickets: [
      { kind: 'general', price: 1100, quota: 60, sold: 52 },
      { kind: 'student', price: 0, quota: 30, sold: 14 },
    ],
  },
  {
    key: 'sengoku',
    organizer: 'kato',
    title: '白地図でたどる戦国',
    subtitle: '川と峠の100年',
    category: 'history',
    image: 'map',
    speakers: ['kato', 'kondo'],
    time: { daysAgo: 12, at: '13:30' },
    minutes: 120,
    state: 'archived',
    description: '合戦の場所を地図に置いていくと、川と峠が物語の主役になります。白地図は事前にお配りしました。',
    tickets: [{ kind: 'general', price: 1500, quota: 60, sold: 44 }],
  },
  {
    key: 'flames',
    organizer: 'hayashi',
    title: '化学実験ライブ',
    subtitle: '炎の色をつくる',
    category: 'science',
    image: 'chem',
    speakers: ['hayashi'],
    time: { daysAgo: 34, at: '19:00' },
    minutes: 75,
    state: 'ended',
    description: '花火の色は金属の色です。安全な条件で七つの炎を見くらべ、どの金属かを当てます。',
    tickets: [
      { kind: 'general', price: 2200, quota: 70, sold: 52 },
      { kind: 'student', price: 500, quota: 30, sold: 21 },
    ],
  },
  {
    key: 'drama',
    organizer: 'emma',
    title: '英語で演じる短い劇',
    category: 'english',
    image: 'english',
    speakers: ['emma'],
    time: { on: SUNDAY, fromDays: 5, at: '15:00' },
    minutes: 120,
    state: 'cancelled',
    description: '講師の体調不良のため、中止といたしました。お申し込みの方には全額を返金いたします。',
    tickets: [{ kind: 'general', price: 1800, quota: 20, sold: 0 }],
    refunded: 7,
  },
  {
    key: 'paper',
    organizer: 'fujii',
    title: '論文を一本、最初から最後まで',
    category: 'science',
    image: 'light',
    speakers: ['fujii'],
    time: { on: SATURDAY, fromDays: 40, at: '19:00' },
    minutes: 120,
    state: 'published',
    saleInDays: 4,
    description:
      '専門家が論文を読むとき、どこから読み、どこで止まるのか。その目の動きを、そのまま画面でお見せします。英語は読めなくても大丈夫です。',
    tickets: [
      { kind: 'general', price: 1500, quota: 100, sold: 0 },
      { kind: 'student', price: 500, quota: 50, sold: 0 },
    ],
  },
  {
    key: 'origami1',
    organizer: 'host',
    title: '折り紙の幾何 第1回',
    subtitle: '正多角形を折り出す',
    category: 'math',
    image: 'geometry',
    speakers: ['host'],
    time: { on: WEDNESDAY, fromDays: 35, at: '20:00' },
    minutes: 75,
    state: 'published',
    description:
      '正三角形、正六角形、そして正五角形。定規を使わずに、折り目だけで正多角形を順に折り出します。折り線がなぜその角になるのかも、毎回確かめます。',
    tickets: [{ kind: 'general', price: 1200, quota: 40, sold: 14 }],
  },
  {
    key: 'origami2',
    organizer: 'host',
    title: '折り紙の幾何 第2回',
    subtitle: '角の三等分',
    category: 'math',
    image: 'geometry',
    speakers: ['host'],
    time: { on: WEDNESDAY, fromDays: 42, at: '20:00' },
    minutes: 75,
    state: 'published',
    description:
      '定規とコンパスではできない角の三等分が、紙を折るとできてしまいます。折り方を覚えてから、できる理由を図で追います。',
    tickets: [{ kind: 'general', price: 1200, quota: 40, sold: 12 }],
  },
  {
    key: 'origami3',
    organizer: 'host',
    title: '折り紙の幾何 第3回',
    subtitle: '立体をつくる',
    category: 'math',
    image: 'geometry',
    speakers: ['host'],
    time: { on: WEDNESDAY, fromDays: 49, at: '20:00' },
    minutes: 75,
    state: 'published',
    description: '1枚の紙から正四面体を、6枚から立方体を組み立てます。展開図と折り線の関係を見つける回です。',
    tickets: [{ kind: 'general', price: 1200, quota: 40, sold: 9 }],
  },
  {
    key: 'proofcamp',
    organizer: 'host',
    title: 'はじめての証明',
    category: 'math',
    image: 'vector',
    speakers: ['host'],
    time: { on: SUNDAY, fromDays: 47, at: '10:00' },
    minutes: 180,
    state: 'draft',
    description: '日時は調整中です。',
    tickets: [{ kind: 'general', price: 2000, quota: 50, sold: 0 }],
  },
];

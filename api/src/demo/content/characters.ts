import type { CategoryKey } from '../../modules/categories/first-categories';
import { demoSchoolPage } from '../demo-people';

/** A demo user with a name and a story. */
export interface Character {
  /** Never changes: ids are derived from it. */
  key: string;
  nickname: string;
  /** In years. It stays constant: the date of birth moves with the demo's dates. */
  age: number;
  job: string;
  introduction: string;
  /** Name of the image among the assets, without `p-`; absent for initials. */
  portrait?: string;
  /** Makes the character a professional. */
  org?: { name: string; url?: string; invoiceNo?: string; categories: CategoryKey[] };
}

/** Characters who host, teach and organize professionally. */
export const professionals: readonly Character[] = [
  {
    key: 'host',
    nickname: '小林 亮太',
    age: 41,
    portrait: 'kobayashi',
    job: '図で解く数学教室 主宰',
    introduction:
      '公式を覚える前に、絵を一枚描いてみる。そんな数学の教室を毎週土曜と日曜に開いています。質問は、途中でも、何度でもどうぞ。',
    org: {
      name: '図で解く数学教室',
      url: 'https://zu-de-toku.example',
      invoiceNo: 'T1234567890123',
      categories: ['math', 'thinking'],
    },
  },
  {
    key: 'emma',
    nickname: '田中 エマ',
    age: 36,
    portrait: 'emma',
    job: '英語コーチ',
    introduction: 'まちがえるほど話せるようになる。45分のあいだに、ひとり10回は声を出す教室です。',
    org: { name: 'エマの英語室', url: 'https://emma-eigo.example', categories: ['english'] },
  },
  {
    key: 'hayashi',
    nickname: '林 美月',
    age: 39,
    portrait: 'hayashi',
    job: '理科実験教室 主宰',
    introduction:
      '台所にあるものでできる実験を、カメラの前でいっしょにやります。失敗したときこそ面白いので、失敗も配信します。',
    org: {
      name: '林理科実験教室',
      url: 'https://hayashi-rika.example',
      invoiceNo: 'T2345678901234',
      categories: ['science'],
    },
  },
  {
    key: 'nakamura',
    nickname: '中村 澄子',
    age: 58,
    portrait: 'nakamura',
    job: '国語科教諭',
    introduction: '声に出して読むと、文章は少し違う顔を見せます。夜の読書会を続けて6年になります。',
    org: { name: '夜の読書会', categories: ['japanese'] },
  },
  {
    key: 'okada',
    nickname: '岡田 真帆',
    age: 44,
    portrait: 'okada',
    job: '画家・デッサン講師',
    introduction: '紙と鉛筆だけで始められます。うまい絵より、よく見た絵をめざしましょう。',
    org: {
      name: 'アトリエ真帆',
      url: 'https://atelier-maho.example',
      invoiceNo: 'T3456789012345',
      categories: ['art'],
    },
  },
  {
    key: 'kato',
    nickname: '加藤 修',
    age: 62,
    portrait: 'kato',
    job: '歴史地理の研究者',
    introduction: '地図に手で書き込むと、歴史は暗記ではなくなります。白地図と色鉛筆を3色、ご用意ください。',
    org: { name: '白地図歴史塾', url: 'https://shirochizu.example', categories: ['history'] },
  },
  {
    key: 'ishikawa',
    nickname: '石川 千尋',
    age: 33,
    portrait: 'ishikawa',
    job: '古典の先生',
    introduction: '古文は千年前の会話です。単語帳を閉じて、物語の中で覚えていきます。',
    org: { name: '千尋の古典', categories: ['japanese'] },
  },
  {
    key: 'sasaki',
    nickname: '佐々木 航',
    age: 31,
    portrait: 'sasaki',
    job: 'データサイエンティスト',
    introduction: '仕事で使うPythonと統計を、中学生にもわかる言葉で。手元のパソコンひとつで参加できます。',
    org: {
      name: 'はじめてのデータ',
      url: 'https://hajimete-data.example',
      invoiceNo: 'T4567890123456',
      categories: ['programming', 'math'],
    },
  },
  {
    key: 'fujii',
    nickname: '藤井 大輔',
    age: 47,
    portrait: 'fujii',
    job: '観測天文学 研究員',
    introduction: '遠くの銀河の光を調べています。わからないことを、わからないまま話すのが好きです。',
    org: { name: '銀河の研究室', categories: ['science'] },
  },
  {
    key: 'nishi',
    nickname: '西 ことね',
    age: 29,
    portrait: 'nishi',
    job: '作曲家・ピアノ講師',
    introduction: '楽譜が読めなくても大丈夫。耳だけで参加できる音楽の教室を開いています。',
    org: { name: 'ことね音楽室', url: 'https://kotone.example', categories: ['music'] },
  },
  {
    key: 'observatory',
    nickname: 'みなと天文台',
    age: 30,
    job: '公開天文台・教育普及',
    introduction: '港の見える丘の天文台です。口径60センチの望遠鏡で見た空を、月に一度オンラインでお届けしています。',
    org: {
      name: 'みなと天文台',
      url: 'https://minato-obs.example',
      invoiceNo: 'T5678901234567',
      categories: ['science'],
    },
  },
  {
    key: 'hiroba',
    nickname: '進路のひろば',
    age: 30,
    job: '高校生の進路支援',
    introduction: '先輩と話す、大人に聞く、自分で決める。進路の話を、急がずにできる場所です。',
    org: { name: '進路のひろば', url: 'https://shinro-hiroba.example', categories: ['thinking', 'study'] },
  },
  {
    key: 'tsumugi',
    nickname: '音の教室 つむぎ',
    age: 30,
    job: '音楽教室',
    introduction: '聴く、つくる、聴き合う。少人数のワークショップを開いています。',
    org: {
      name: '音の教室 つむぎ',
      url: 'https://oto-tsumugi.example',
      invoiceNo: 'T6789012345678',
      categories: ['music'],
    },
  },
];

/** All other named characters. */
export const others: readonly Character[] = [
  {
    key: 'adult',
    nickname: '宮下 紗季',
    age: 32,
    portrait: 'miyashita',
    job: '会社員',
    introduction: '仕事のあとに、学び直しをしています。数学と日本史が好きです。',
  },
  {
    key: 'student',
    nickname: '森 拓海',
    age: 17,
    portrait: 'mori',
    job: '高校2年生',
    introduction: '数Ⅱと物理をがんばっています。火曜の夜に、宿題を持ち寄る会を開いています。',
  },
  { key: 'child', nickname: 'ひより', age: 11, portrait: 'ogawa', job: '', introduction: '' },
  {
    key: 'school',
    nickname: '西野 葵',
    age: 16,
    portrait: 'ikeda',
    job: 'みなと高等学校 2年',
    introduction: '朝の英文法に毎日参加しています。',
  },
  {
    key: 'subscriber',
    nickname: '渡辺 恵',
    age: 38,
    portrait: 'watanabe',
    job: '図書館司書',
    introduction: '読書会とイベントを楽しみに、プランに入りました。',
  },
  {
    key: 'resubmit',
    nickname: '高橋 陸',
    age: 18,
    portrait: 'takahashi',
    job: '高校3年生',
    introduction: '受験勉強の仲間をさがしています。',
  },
  {
    key: 'unpaid',
    nickname: '佐藤 健一',
    age: 45,
    portrait: 'sato',
    job: '自営業',
    introduction: '娘といっしょに天文の教室を見ています。',
  },
  { key: 'unverified', nickname: '伊藤 悠斗', age: 29, portrait: 'ito', job: 'エンジニア', introduction: '' },
  {
    key: 'staff',
    nickname: '運営 青木',
    age: 35,
    portrait: 'aoki',
    job: 'まなびば運営',
    introduction: 'お困りのことは、ヘルプセンターからお知らせください。',
  },
  {
    key: 'yamamoto',
    nickname: '山本 悠',
    age: 27,
    portrait: 'yamamoto',
    job: '自習室の管理人',
    introduction: '話さない、見せない、ただいっしょに静かに学ぶ。そんな部屋を毎日ひらいています。',
  },
  {
    key: 'ohno',
    nickname: '大野 健',
    age: 34,
    portrait: 'ohno',
    job: 'エンジニア',
    introduction: '答えのない問いを、紙一枚で見積もるのが趣味です。',
  },
  {
    key: 'abe',
    nickname: '阿部 夏希',
    age: 33,
    portrait: 'abe',
    job: 'みなと天文台 学芸員',
    introduction: '星空解説を担当しています。',
  },
  {
    key: 'yoshida',
    nickname: '吉田 茂',
    age: 66,
    portrait: 'yoshida',
    job: '元 小学校教諭',
    introduction: '漢字の成り立ちを調べて30年になります。',
  },
  {
    key: 'hashimoto',
    nickname: '橋本 由美',
    age: 42,
    portrait: 'hashimoto',
    job: '編集者',
    introduction: '書くことが苦手な人のための、小さな作文の会を開いています。',
  },
  {
    key: 'maeda',
    nickname: '前田 隼',
    age: 28,
    portrait: 'maeda',
    job: 'ウェブ制作',
    introduction: 'HTMLとCSSを、手を動かしながら。',
  },
  {
    key: 'ishii',
    nickname: '石井 学',
    age: 37,
    portrait: 'ishii',
    job: '司法書士',
    introduction: '資格の勉強仲間をさがしています。',
  },
  {
    key: 'kondo',
    nickname: '近藤 亮',
    age: 30,
    portrait: 'kondo',
    job: '図書館員',
    introduction: '地図と古い写真が好きです。',
  },
  {
    key: 'goto',
    nickname: '後藤 千代',
    age: 71,
    portrait: 'goto',
    job: '',
    introduction: '70歳から英語を始めました。',
  },
  { key: 'amamiya', nickname: '雨宮 しおり', age: 26, job: '看護師', introduction: '夜勤明けに自習室へ来ます。' },
  {
    key: 'ueda',
    nickname: '上田 莉子',
    age: 21,
    portrait: 'ueda',
    job: '大学3年生',
    introduction: '教育学部です。大学生と高校生で話す会を開いています。',
  },
  {
    key: 'suzuki',
    nickname: '鈴木 ひなた',
    age: 15,
    portrait: 'suzuki',
    job: '高校1年生',
    introduction: '美術部です。',
  },
  {
    key: 'endo',
    nickname: '遠藤 蓮',
    age: 19,
    portrait: 'endo',
    job: '大学1年生',
    introduction: '情報系です。競技プログラミングを始めました。',
  },
  {
    key: 'sakamoto',
    nickname: '坂本 結衣',
    age: 18,
    portrait: 'sakamoto',
    job: '高校3年生',
    introduction: '化学と生物で受験します。',
  },
  { key: 'nishimura', nickname: '西村 大和', age: 16, portrait: 'nishimura', job: '高校1年生', introduction: '' },
];

/** The partner schools: pupils of the first may create classrooms, those of the second only take part. */
export const partnerSchools = [
  { key: 'minato', name: 'みなと高等学校', code: 'minato-hs', canCreate: true, pupils: 11 },
  { key: 'aoba', name: demoSchoolPage.schoolName, code: demoSchoolPage.schoolCode, canCreate: false, pupils: 5 },
] as const;

/** Why the identity documents of resubmit@ were rejected. */
export const RESUBMIT_REASON = '生年月日が読み取れませんでした。書類の四隅が入るように、明るい場所で撮影してください。';

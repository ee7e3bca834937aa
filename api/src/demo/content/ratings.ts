/** What people write about a class that they attended; an empty text is stars alone. */
export const ratings: readonly { stars: number; note: string }[] = [
  { stars: 5, note: '説明がていねいで、途中からでもついていけました。' },
  { stars: 5, note: '質問にその場で答えていただけて、すっきりしました。' },
  { stars: 5, note: '図が見やすかったです。次回も参加します。' },
  { stars: 4, note: '' },
  { stars: 5, note: '学生のころにわからなかったところが、やっとわかりました。' },
  { stars: 5, note: '聞くだけで参加しましたが、居心地がよかったです。' },
  { stars: 3, note: '少し早口に感じるところがありました。内容はとてもよかったです。' },
  { stars: 4, note: '' },
  { stars: 5, note: '仕事の合間に聞ける長さで助かります。' },
  { stars: 5, note: '例題を一緒に解く時間があったのがよかったです。' },
  { stars: 5, note: '子どもと一緒に楽しみました。' },
  { stars: 4, note: 'もう少し時間がほしかったです。続きの回を待っています。' },
];

/** Answers of a host to the first rating. */
export const ratingAnswers: readonly string[] = [
  'ご参加ありがとうございました。またお待ちしています。',
  'うれしいご感想をありがとうございます。次回の準備の励みになります。',
  'ありがとうございます。いただいた点は、次回に活かします。',
];

/** What people write about a class that they attended; an empty text is stars alone. */
export const ratingNotes: readonly string[] = [
  '説明がていねいで、途中からでもついていけました。',
  '質問にその場で答えていただけて、すっきりしました。',
  '図が見やすかったです。次回も参加します。',
  '',
  '学生のころにわからなかったところが、やっとわかりました。',
  '聞くだけで参加しましたが、居心地がよかったです。',
  '少し早口に感じるところがありました。内容はとてもよかったです。',
  '',
  '仕事の合間に聞ける長さで助かります。',
  '例題を一緒に解く時間があったのがよかったです。',
  '子どもと一緒に楽しみました。',
  'もう少し時間がほしかったです。続きの回を待っています。',
];

/** Answers of a host to the first rating. */
export const ratingAnswers: readonly string[] = [
  'ご参加ありがとうございました。またお待ちしています。',
  'うれしいご感想をありがとうございます。次回の準備の励みになります。',
  'ありがとうございます。いただいた点は、次回に活かします。',
];

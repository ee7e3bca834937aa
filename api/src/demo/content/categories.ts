/** Categories in their order; keys are parts of ids and never change. */
export const categories = [
  { key: 'math', name: '数学', interests: ['関数', '図形', '確率・統計', '数列', 'ベクトル', '微分積分'] },
  { key: 'english', name: '英語', interests: ['英会話', '文法', '発音', '長文読解', '英作文'] },
  { key: 'japanese', name: '国語', interests: ['古文', '漢文', '近代文学', '詩', '作文', '漢字'] },
  { key: 'science', name: '理科', interests: ['化学', '物理', '生物', '地学', '宇宙', '実験'] },
  { key: 'history', name: '日本史', interests: ['地図', '古代', '中世', '近世', '近現代', '史料'] },
  { key: 'programming', name: 'プログラミング', interests: ['Python', 'アルゴリズム', 'ウェブ', 'データ分析', 'ゲーム'] },
  { key: 'art', name: '美術', interests: ['デッサン', '色', '美術史', '版画', 'デザイン'] },
  { key: 'music', name: '音楽', interests: ['作曲', '和音', '鑑賞', '歌', '音楽史'] },
  { key: 'thinking', name: '思考力', interests: ['論理', 'フェルミ推定', '対話', '進路'] },
  { key: 'study', name: '自習', interests: ['朝の勉強', '静かな部屋', '受験', '資格', '宿題'] },
] as const;

export type CategoryKey = (typeof categories)[number]['key'];

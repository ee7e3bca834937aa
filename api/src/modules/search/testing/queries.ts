/*
 * 200 searches as people type them, each with the words that relevant content contains, as written there (`|` is or,
 * `&` is and). Relevance follows from the demo's own text through these words alone, not from how the search works. `-`
 * means that nothing must be found.
 */
export interface SearchCase {
  kind: string;
  q: string;
  /** All groups must match, each in one of its forms. Empty: nothing is relevant. */
  means: string[][];
}

const written: Record<string, string> = {
  'part of a word': `
数学=数学 英語=英語 国語=国語 理科=理科 日本史=日本史 美術=美術 音楽=音楽 自習=自習 図形=図形 関数=関数 三角関数=三角関数 二次関数=二次関数 微分=微分 統計=統計 確率=確率
数列=数列 化学=化学 物理=物理 生物=生物 宇宙=宇宙 天文=天文 望遠鏡=望遠鏡 銀河=銀河 古文=古文 長文=長文 漢字=漢字 作文=作文 読書会=読書会 地図=地図 鎌倉=鎌倉 幕府=幕府
受験=受験 宿題=宿題 資格=資格 簿記=簿記 作曲=作曲 和音=和音 浮世絵=浮世絵 文法=文法 発音=発音 仮定法=仮定法 伊勢物語=伊勢物語 光合成=光合成 屈折=屈折 酸とアル=酸とアル 折り紙=折り紙 黄金比=黄金比 進路=進路 学芸員=学芸員 図書館=図書館`,
  'hiragana for katakana, katakana for hiragana': `
でっさん=デッサン べくとる=ベクトル ぷろぐらみんぐ=プログラミング あるごりずむ=アルゴリズム さいころ=さいころ サイコロ=さいころ ハジメテ=はじめて りんご=りんご リンゴ=りんご きゃべつ=キャベツ
ふぇるみ=フェルミ わーくしょっぷ=ワークショップ らいぶ=ライブ とらんぷ=トランプ れもん=レモン ぐらふ=グラフ でーた=データ まいく=マイク くれーたー=クレーター へっどほん=ヘッドホン
こめんと=コメント こころ=こころ ココロ=こころ あると=アルト ぴあの=ピアノ ヒナタ=ひなた エマ=エマ えま=エマ みなとてんもんだい=みなと天文台 ほすと=ホスト`,
  'width of letters': `
ﾍﾞｸﾄﾙ=ベクトル ﾃﾞｯｻﾝ=デッサン ﾌﾟﾛｸﾞﾗﾐﾝｸﾞ=プログラミング ｱﾙｺﾞﾘｽﾞﾑ=アルゴリズム Ｐｙｔｈｏｎ=Python ＨＴＭＬ=HTML ＣＳＳ=CSS ４５分=45分 １５問=15問 ８小節=8小節
ﾌｪﾙﾐ推定=フェルミ推定 ﾃﾞｰﾀ=データ Ｌと=Lと １万回=1万回 ６時半=6時半 数II=数Ⅱ 数Ⅱ=数Ⅱ ６０センチ=60センチ ﾗｲﾌﾞ=ライブ ９０分=90分`,
  'case of letters': 'python=Python PYTHON=Python html=HTML css=CSS Html=HTML cSs=CSS lとr=LとR pYtHoN=Python',
  'long vowels':
    'データー=データ クレータ=クレーター レーザ=レーザー ワクショップ=ワークショップ コメンート=コメント グラーフ=グラフ コーチー=コーチ ライブー=ライブ',
  'old and new forms of kanji': `
數學=数学 國語=国語 圖形=図形 讀書=読書 實験=実験 英會話=英会話 學校=学校 藝=芸 齋藤=斎藤 斉藤=斎藤 櫻井=桜井 髙橋=高橋 山﨑=山崎 小嶋=小島 澤田=沢田 濱田=浜田 渡邊=渡辺 渡邉=渡辺 關数=関数 發音=発音`,
  'kanji by their reading': `
すうがく=数学 えいご=英語 こくご=国語 りか=理科 にほんし=日本史 びじゅつ=美術 おんがく=音楽 じしゅう=自習 かんすう=関数 さんかくかんすう=三角関数 とうけい=統計 かくりつ=確率 すうれつ=数列 びぶん=微分
かがく=化学 ぶつり=物理 うちゅう=宇宙 ぼうえんきょう=望遠鏡 こぶん=古文 ちょうぶん=長文 かんじ=漢字 さくぶん=作文 どくしょかい=読書会 ちず=地図 はくちず=白地図 えいかいわ=英会話 えいぶんぽう=英文法
じゅけんせい=受験生 しゅくだい=宿題 さっきょく=作曲 てんもんだい=天文台 ジッケン=実験 シンロ=進路 ほしぞら=星空 うきよえ=浮世絵`,
  'two words': `
数学+図=数学&図 英語+発音=英語&発音 地図+鎌倉=地図&鎌倉 加藤+地図=加藤&地図 化学+実験=化学&実験 小林+ベクトル=小林&ベクトル 朝+英文法=朝&英文法 python+天気=Python&天気 デッサン+手=デッサン&手
中村+詩=中村&詩 宇宙+音=宇宙&音 漢字+成り立ち=漢字&成り立ち 受験生+夜=受験生&夜 高校生+進路=高校生&進路 すうがく+宿題=数学&宿題`,
  'spaces that are not there, or are': `
小林亮太=小林 亮太 田中エマ=田中 エマ 佐々木航=佐々木 航 西ことね=西 ことね 音の教室つむぎ=音の教室 つむぎ デッサン入門手を描く=デッサン入門 手を描く 夜の読書会=夜の読書会 望遠鏡を+のぞく=望遠鏡をのぞく`,
  'one letter': '光=光 詩=詩 月=月 色=色 歌=歌 星=星 音=音 雨=雨',
  'signs between letters':
    '確率統計=確率・統計 『山月記』=山月記 「傾き」=傾き こころ。=こころ （宿題）=宿題 静かに自習する部屋(45分)=静かに自習する部屋',
  'nothing to find': 'ドイツ語=- 相対性理論=- xyzzy=- 株式投資=- ヨガ=- 料理教室=- 麻雀=- でっさんー入問=-',
};

export const searchCases: SearchCase[] = Object.entries(written).flatMap(([kind, lines]) =>
  splitCases(lines).map(({ q, what }) => ({
    kind,
    q,
    means: what === '-' ? [] : what.split('&').map((forms) => forms.split('|')),
  })),
);

/** Splits `q=what` pairs at spaces; a space not followed by a `q=` belongs to `what`. A plus in q is a space. */
function splitCases(lines: string): { q: string; what: string }[] {
  return lines
    .trim()
    .split(/\s+(?=[^\s=]+=)/)
    .map((pair) => {
      const [q = '', what = ''] = pair.split('=');
      return { q: q.replaceAll('+', ' '), what };
    });
}

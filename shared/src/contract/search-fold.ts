/**
 * Kanji that are compared as another: a variant, then the usual form. Contains the old forms of the Joyo kanji (as in
 * OpenCC's JPShinjitaiCharacters), variants common in the names of people and places, and the radicals of Unicode that
 * text copied from a PDF contains in the place of kanji (EquivalentUnifiedIdeograph) and NFKC leaves.
 */
const PAIRS =
  '⺳㓁 ⺋㔾 萬万 與与 兩両 竝並 ⺦丬 乘乗 ⺄乙 ⺃乚 ⺂乛 亂乱 ⻱亀 ' +
  '⻲亀 龜亀 豫予 爭争 亙亘 亞亜 ⺅亻 佛仏 假仮 會会 傳伝 體体 餘余 ' +
  '倂併 價価 儘侭 儉倹 僞偽 ⺎兀 兔兎 兒児 黨党 ⺆冂 內内 圓円 册冊 ' +
  '⺴冗 寫写 冱冴 涼凉 凛凜 處処 ⺈刀 ⺉刂 别別 劍剣 劑剤 剝剥 剩剰 ' +
  '勵励 勞労 效効 敕勅 勸勧 勳勲 區区 醫医 單単 ⺊卜 ⻧卤 卽即 ⺁厂 ' +
  '嚴厳 參参 雙双 收収 敍叙 臺台 號号 𠮷吉 吳呉 啞唖 營営 囑嘱 嚙噛 ' +
  '團団 圍囲 圖図 圀国 國国 圈圏 圡土 𡈽土 壓圧 墮堕 壘塁 鹽塩 塡填 ' +
  '增増 壞壊 壤壌 壯壮 聲声 壹壱 賣売 壺壷 變変 奧奥 奬奨 姊姉 娛娯 ' +
  '孃嬢 學学 寶宝 實実 冨富 寬寛 寢寝 對対 壽寿 專専 將将 ⺌小 ⺍小 ' +
  '⺐尢 ⺏尣 堯尭 盡尽 屆届 屬属 嶽岳 峽峡 峯峰 嶋島 嶌島 嵜崎 碕崎 ' +
  '﨑崎 𥔎崎 巖巌 巢巣 ⺒巳 卷巻 帶帯 歸帰 ⺓幺 廳庁 廣広 廢廃 瓣弁 ' +
  '辨弁 辯弁 貳弐 彌弥 彎弯 强強 彈弾 ⺕彐 ⺔彑 當当 彥彦 徑径 從従 ' +
  '德徳 徵徴 ⺗心 ⺖忄 應応 戀恋 恆恒 惠恵 悅悦 惱悩 惡悪 慘惨 愼慎 ' +
  '懷懐 戰戦 戲戯 戶戸 戾戻 ⺘扌 拂払 拔抜 擇択 擔担 拜拝 據拠 擴拡 ' +
  '擧挙 挾挟 插挿 搜捜 揭掲 搔掻 搖揺 攝摂 擊撃 攪撹 ⺙攵 敎教 數数 ' +
  '⻫斉 斎斉 齊斉 齋斉 斷断 ⺛旡 旣既 ⺜日 舊旧 曻昇 晝昼 晄晃 晚晩 ' +
  '曉暁 曆暦 曾曽 ⺝月 條条 來来 盃杯 枩松 柗松 樞枢 栁柳 桺柳 榮栄 ' +
  '桒桑 櫻桜 枡桝 棧桟 檜桧 楳梅 檢検 樓楼 樂楽 槪概 樣様 槇槙 權権 ' +
  '橫横 槗橋 𣘺橋 缺欠 歐欧 歡歓 步歩 ⻭歯 齒歯 歲歳 歷歴 ⺞歺 殘残 ' +
  '毆殴 殼殻 每毎 ⺠民 氣気 ⺡氵 ⺢氺 澤沢 濾沪 淨浄 淺浅 濱浜 濵浜 ' +
  '淚涙 濤涛 淸清 渴渇 濟済 涉渉 澁渋 溪渓 溫温 灣湾 濕湿 滿満 瀧滝 ' +
  '滯滞 潛潜 瀨瀬 ⺣灬 燈灯 爐炉 點点 爲為 燒焼 烟煙 ⺤爫 ⺥爫 ⺧牛 ' +
  '犧犠 ⺨犭 狀状 獨独 狹狭 獵猟 獻献 獸獣 ⺩王 甁瓶 產産 畫画 畧略 ' +
  '疊畳 瘦痩 癡痴 發発 盜盗 ⺫目 縣県 眞真 硏研 碎砕 ⺬示 ⺭礻 禮礼 ' +
  '禰祢 禱祷 祿禄 禪禅 穐秋 龝秋 祕秘 稱称 稅税 稻稲 穗穂 穩穏 穰穣 ' +
  '竊窃 ⻯竜 龍竜 簞箪 篭籠 粹粋 肅粛 絲糸 ⺯糹 經経 繪絵 繼継 續続 ' +
  '總総 綠緑 緖緒 緣縁 繩縄 縱縦 纖繊 繫繋 繡繍 ⺰纟 罐缶 ⺲罒 ⺱罓 ' +
  '⺶羊 羣群 飜翻 ⺹耂 聰聡 聽聴 ⺻聿 ⺺肀 ⺼肉 膽胆 腳脚 脫脱 腦脳 ' +
  '臟臓 舩船 艷艶 ⺾艹 ⺿艹 ⻀艹 蘆芦 藝芸 莓苺 莖茎 莊荘 萠萌 蔣蒋 ' +
  '藏蔵 薰薫 藥薬 籔薮 藪薮 蘓蘇 ⻁虎 虛虚 蟲虫 蠶蚕 螢蛍 蠣蛎 蠻蛮 ' +
  '蟬蝉 蠟蝋 衞衛 ⻂衤 裝装 裡裏 襃褒 ⻄西 ⻃覀 霸覇 覺覚 覽覧 觀観 ' +
  '⻅见 ⻆角 觸触 譯訳 證証 譽誉 說説 讀読 諫諌 謠謡 讓譲 ⻈讠 豐豊 ' +
  '贊賛 ⻉贝 踐践 轉転 輕軽 ⻋车 辭辞 ⻌辶 ⻍辶 ⻎辶 邉辺 邊辺 邇迩 ' +
  '遞逓 遲遅 遙遥 ⻏邑 郞郎 鄕郷 醉酔 醬醤 釀醸 釋釈 埜野 鉃鉄 鐵鉄 ' +
  '鑛鉱 錢銭 銳鋭 鑄鋳 鍊錬 錄録 鐮鎌 鎭鎮 ⻐钅 ⻑長 ⻒镸 ⻓长 關関 ' +
  '閱閲 鬪闘 鬭闘 ⻔门 ⻖阝 陷陥 險険 隨随 隱隠 雜雑 ⻗雨 靈霊 ⻘青 ' +
  '靑青 靜静 靱靭 ⻙韦 頸頚 頰頬 穎頴 賴頼 顏顔 顯顕 ⻚页 ⻛风 ⻜飞 ' +
  '⻝食 ⻟飠 餠餅 舘館 ⻠饣 驛駅 驅駆 騷騒 驗験 ⻢马 ⻣骨 髓髄 髙高 ' +
  '髮髪 ⻤鬼 鰺鯵 ⻥鱼 鷗鴎 鶯鴬 鷄鶏 ⻦鸟 鹼鹸 ⻨麦 麥麦 麴麹 麵麺 ' +
  '⻩黄 黃黄 黑黒 默黙 ⻪黾 ⻬齐 齡齢 ⻮齿 ⻰龙';

const USUAL_FORM: ReadonlyMap<string, string> = new Map(PAIRS.split(' ').map((pair) => [...pair] as [string, string]));

const SMALL = 'ぁぃぅぇぉっゃゅょゎづぢ';
const LARGE = 'あいうえおつやゆよわずじ';
const BA_ROW: Readonly<Record<string, string>> = { ゔぁ: 'ば', ゔぃ: 'び', ゔぇ: 'べ', ゔぉ: 'ぼ', ゔ: 'ぶ' };

/** Characters without a glyph: variation selectors, joiners, soft hyphens, direction marks. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const KATAKANA = /[ァ-ヴ]/g;
/** Maps a katakana character to its hiragana. */
const KANA_DISTANCE = 0x60;
const SIGNS =
  /[\s\u0085\u2800!"$-*,-/:-@[-`{-~ー‐‑‒–—―−〜～・、。，．！？「」『』（）［］【】〔〕〈〉《》：；“”‘’…‥※★☆♪→←↑↓○●◎◇◆□■△▲▽▼]/gu;

/**
 * Returns the form in which searches compare text: width, case, hiragana and katakana, small kana, variants of kanji,
 * long vowel marks, spaces, signs and invisible characters make no difference. `search_normal` in the database does
 * the same.
 */
export function foldForSearch(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(KATAKANA, (letter) => String.fromCharCode(letter.charCodeAt(0) - KANA_DISTANCE))
    .replaceAll('ヵ', 'か')
    .replaceAll('ヶ', 'け')
    .replace(/ゔ[ぁぃぇぉ]?/g, (letters) => BA_ROW[letters] ?? letters)
    .replace(/[ぁぃぅぇぉっゃゅょゎづぢ]/g, (letter) => LARGE[SMALL.indexOf(letter)] ?? letter)
    .replace(/[\p{Script=Han}]/gu, (letter) => USUAL_FORM.get(letter) ?? letter)
    .replace(SIGNS, '');
}

-- Search folds also the characters without a glyph (variation selectors, joiners, soft hyphens), the variants of kanji in
-- names (𠮷/吉, 髙/高, 﨑/崎), all old forms of the Joyo kanji, and the radicals that text copied from a PDF contains.
-- `foldForSearch` in shared/src/contract/search-fold.ts folds the same in the browser; a test compares the two.
create or replace function search_normal(value text) returns text
language sql immutable strict parallel safe
return regexp_replace(
  translate(
    replace(replace(replace(replace(replace(
      translate(
        lower(normalize(regexp_replace(value,
          '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g'), NFKC)),
        'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
        'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔかけ'
      ),
      'ゔぁ', 'ば'), 'ゔぃ', 'び'), 'ゔぇ', 'べ'), 'ゔぉ', 'ぼ'), 'ゔ', 'ぶ'),
    'ぁぃぅぇぉっゃゅょゎづぢ⺳⺋萬與兩竝⺦乘⺄⺃⺂亂⻱⻲龜豫爭亙亞⺅佛假會傳體餘倂價儘儉僞⺎兔兒黨⺆內圓册⺴寫冱涼凛處⺈⺉别劍劑剝剩勵勞效敕勸勳區醫單⺊⻧卽⺁嚴參雙收敍臺號𠮷吳啞營囑嚙團圍圖圀國圈圡𡈽壓墮壘鹽塡增壞壤壯聲壹賣壺變奧奬姊娛孃學寶實冨寬寢對壽專將⺌⺍⺐⺏堯盡屆屬嶽峽峯嶋嶌嵜碕﨑𥔎巖巢⺒卷帶歸⺓廳廣廢瓣辨辯貳彌彎强彈⺕⺔當彥徑從德徵⺗⺖應戀恆惠悅惱惡慘愼懷戰戲戶戾⺘拂拔擇擔拜據擴擧挾插搜揭搔搖攝擊攪⺙敎數⻫斎齊齋斷⺛旣⺜舊曻晝晄晚曉曆曾⺝條來盃枩柗樞栁桺榮桒櫻枡棧檜楳檢樓樂槪樣槇權橫槗𣘺缺歐歡步⻭齒歲歷⺞殘毆殼每⺠氣⺡⺢澤濾淨淺濱濵淚濤淸渴濟涉澁溪溫灣濕滿瀧滯潛瀨⺣燈爐點爲燒烟⺤⺥⺧犧⺨狀獨狹獵獻獸⺩甁產畫畧疊瘦癡發盜⺫縣眞硏碎⺬⺭禮禰禱祿禪穐龝祕稱稅稻穗穩穰竊⻯龍簞篭粹肅絲⺯經繪繼續總綠緖緣繩縱纖繫繡⺰罐⺲⺱⺶羣飜⺹聰聽⺻⺺⺼膽腳脫腦臟舩艷⺾⺿⻀蘆藝莓莖莊萠蔣藏薰藥籔藪蘓⻁虛蟲蠶螢蠣蠻蟬蠟衞⻂裝裡襃⻄⻃霸覺覽觀⻅⻆觸譯證譽說讀諫謠讓⻈豐贊⻉踐轉輕⻋辭⻌⻍⻎邉邊邇遞遲遙⻏郞鄕醉醬釀釋埜鉃鐵鑛錢銳鑄鍊錄鐮鎭⻐⻑⻒⻓關閱鬪鬭⻔⻖陷險隨隱雜⻗靈⻘靑靜靱⻙頸頰穎賴顏顯⻚⻛⻜⻝⻟餠舘⻠驛驅騷驗⻢⻣髓髙髮⻤鰺⻥鷗鶯鷄⻦鹼⻨麥麴麵⻩黃黑默⻪⻬齡⻮⻰',
    'あいうえおつやゆよわずじ㓁㔾万与両並丬乗乙乚乛乱亀亀亀予争亘亜亻仏仮会伝体余併価侭倹偽兀兎児党冂内円冊冗写冴凉凜処刀刂別剣剤剥剰励労効勅勧勲区医単卜卤即厂厳参双収叙台号吉呉唖営嘱噛団囲図国国圏土土圧堕塁塩填増壊壌壮声壱売壷変奥奨姉娯嬢学宝実富寛寝対寿専将小小尢尣尭尽届属岳峡峰島島崎崎崎崎巌巣巳巻帯帰幺庁広廃弁弁弁弐弥弯強弾彐彑当彦径従徳徴心忄応恋恒恵悦悩悪惨慎懐戦戯戸戻扌払抜択担拝拠拡挙挟挿捜掲掻揺摂撃撹攵教数斉斉斉斉断旡既日旧昇昼晃晩暁暦曽月条来杯松松枢柳柳栄桑桜桝桟桧梅検楼楽概様槙権横橋橋欠欧歓歩歯歯歳歴歺残殴殻毎民気氵氺沢沪浄浅浜浜涙涛清渇済渉渋渓温湾湿満滝滞潜瀬灬灯炉点為焼煙爫爫牛犠犭状独狭猟献獣王瓶産画略畳痩痴発盗目県真研砕示礻礼祢祷禄禅秋秋秘称税稲穂穏穣窃竜竜箪籠粋粛糸糹経絵継続総緑緒縁縄縦繊繋繍纟缶罒罓羊群翻耂聡聴聿肀肉胆脚脱脳臓船艶艹艹艹芦芸苺茎荘萌蒋蔵薫薬薮薮蘇虎虚虫蚕蛍蛎蛮蝉蝋衛衤装裏褒西覀覇覚覧観见角触訳証誉説読諌謡譲讠豊賛贝践転軽车辞辶辶辶辺辺迩逓遅遥邑郎郷酔醤醸釈野鉄鉄鉱銭鋭鋳錬録鎌鎮钅長镸长関閲闘闘门阝陥険随隠雑雨霊青青静靭韦頚頬頴頼顔顕页风飞食飠餅館饣駅駆騒験马骨髄高髪鬼鯵鱼鴎鴬鶏鸟鹸麦麦麹麺黄黄黒黙黾齐齢齿龙'),
  '[[:space:]\u2800!-"$-*,-/:-@[-`{-~ー‐‑‒–—―−〜～・、。，．！？「」『』（）［］【】〔〕〈〉《》：；“”‘’…‥※★☆♪→←↑↓○●◎◇◆□■△▲▽▼]', '', 'g');

-- The indexes contain what the function returned before.
reindex index users_nickname_grams;
reindex index events_title_grams;
reindex index professionals_org_name_grams;
select search_write('person', array(select id from users)), search_write('professional', array(select id from users)), search_write('classroom', array(select id from classrooms)),
  search_write('event', array(select id from events)), search_write('archive', array(select id from archives));

import { MAX_CLASSROOM_DESCRIPTION_LENGTH, MAX_CLASSROOM_NAME_LENGTH } from '@manabiba/shared/contract/limits';
import { DateTimeField } from '@manabiba/shared/forms/date-time-field';
import { Checkbox, Radio } from '@manabiba/shared/ui/checkbox';
import { RadioCards } from '@manabiba/shared/ui/radio-cards';
import { Select } from '@manabiba/shared/ui/select';
import { Switch } from '@manabiba/shared/ui/switch';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useState } from 'react';

import { Columns, Specimen } from './specimen';

const kinds = [
  { value: 'general', label: '一般', note: 'どなたでも' },
  { value: 'student', label: '学生', note: '小学生から大学院生まで' },
  { value: 'school', label: '学校コード', note: '提携校の生徒の方' },
];
const tooLong =
  '共通テスト英語リーディングの時間配分を考える会。後半の長い文章を、過去の問題で実際に読みながら一緒に解きます';

/** Form fields, enabled and locked, valid and invalid. */
export function FieldSpecimens() {
  return (
    <>
      <Specimen title="TextField と TextArea">
        <Columns>
          <TextField label="通常" placeholder="タイトル" />
          <TextField label="入力中" defaultValue="朝の英文法" data-show="focus" />
          <TextField label="重ねる" defaultValue="朝の英文法" data-show="hover" />
          <TextField label="誤り" error="タイトルを入力してください。" />
          <TextField label="使えない" disabled defaultValue="45分(固定)" />
          <TextField label="補足つき" defaultValue="T1234567890123" hint="Tと13桁の数字です。" />
          <TextArea
            label="説明(任意)"
            maxCharacters={MAX_CLASSROOM_DESCRIPTION_LENGTH}
            defaultValue="過去問を1題ずつ読んで話します。"
          />
          <TextArea
            label="タイトル"
            isTitle
            maxCharacters={MAX_CLASSROOM_NAME_LENGTH}
            error="タイトルは50文字以内で入力してください。"
            defaultValue={tooLong}
          />
          <Select
            label="カテゴリー"
            options={[
              { value: 'history', label: '日本史' },
              { value: 'math', label: '数学' },
            ]}
          />
          <DateTimeField
            label="開始日時"
            defaultValue="2026/11/22 13:45"
            min={new Date(2026, 10, 21, 13, 0)}
            max={new Date(2026, 11, 21, 13, 0)}
          />
          <DateTimeField
            label="生年月日"
            precision="day"
            min={new Date(1920, 0, 1)}
            max={new Date(2026, 10, 21)}
            hint="ほかの方には表示されません。"
          />
        </Columns>
      </Specimen>
      <Specimen title="Checkbox、Radio、Switch">
        <ChoiceSpecimens />
      </Specimen>
    </>
  );
}

function ChoiceSpecimens() {
  const [kind, setKind] = useState('student');
  return (
    <Columns>
      <div>
        <Checkbox label="選んでいない" />
        <Checkbox label="選んでいる" defaultChecked />
        <Checkbox
          label="変えられない"
          defaultChecked
          disabled
          hint="プロフェッショナル以外の25歳以上の方は、常にオンになります。"
        />
        <Checkbox label="誤り" error="同意が必要です。" />
      </div>
      <fieldset>
        <Radio name="card" label="Visa 末尾 4242" defaultChecked />
        <Radio name="card" label="別のカードを使う" />
      </fieldset>
      <div>
        <Switch label="メール" defaultChecked />
        <Switch label="プッシュ" />
        <Switch label="アプリ内(常にオン)" defaultChecked disabled />
      </div>
      <RadioCards legend="登録の種類" options={kinds} value={kind} onChange={(event) => setKind(event.target.value)} />
    </Columns>
  );
}

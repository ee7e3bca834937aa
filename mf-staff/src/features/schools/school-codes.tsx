import { MAX_CODE_LABEL_LENGTH, MAX_CODES_AT_ONCE } from '@manabiba/shared/contract/limits';
import {
  type CodeGroup,
  createSchoolCodes as codesContract,
  type SchoolDetails,
} from '@manabiba/shared/contract/staff-schools';
import { createSchoolCodes } from '@manabiba/shared/data/endpoints';
import { formatDate } from '@manabiba/shared/format/date-time';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Printer } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import { numberClass, StaffTable } from '../../core/staff-table';
import { wordOfLabel } from './school-words';

import shared from '../../core/staff-parts.module.css';
import styles from './schools.module.css';

const CodeListDialog = lazy(() => import('./code-list-dialog').then((module) => ({ default: module.CodeListDialog })));

const columns = ['配る相手', '未使用', '使用済み', '取り消し', '作成', '操作'] as const;

/** The one-time codes of a school, by whom they are for. */
export function SchoolCodes({ school: { id, codes } }: { school: SchoolDetails }) {
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <section aria-labelledby="codes-title" className={shared.part}>
      <h2 id="codes-title">登録コード</h2>
      <NewCodes schoolId={id} />
      {codes.length === 0 ? (
        <p className={shared.note}>登録コードはまだありません。1枚のコードで、生徒ひとりが1回だけ登録できます。</p>
      ) : (
        <StaffTable columns={columns} numbers={['未使用', '使用済み', '取り消し']}>
          {codes.map((group) => (
            <GroupRow key={group.label} schoolId={id} group={group} onOpen={() => setOpened(group.label)} />
          ))}
        </StaffTable>
      )}
      {opened !== null && (
        <Suspense>
          <CodeListDialog schoolId={id} label={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </section>
  );
}

interface GroupRowProps {
  schoolId: string;
  group: CodeGroup;
  onOpen: () => void;
}

function GroupRow({ schoolId, group: { label, unused, used, revoked, madeAt }, onOpen }: GroupRowProps) {
  const name = wordOfLabel(label);
  return (
    <tr>
      <td data-label="配る相手">{name}</td>
      <td data-label="未使用" className={numberClass}>
        {unused}
      </td>
      <td data-label="使用済み" className={numberClass}>
        {used}
      </td>
      <td data-label="取り消し" className={numberClass}>
        {revoked}
      </td>
      <td data-label="作成">
        <time dateTime={madeAt}>{formatDate(madeAt)}</time>
      </td>
      <td data-label="操作">
        <span className={styles.actions}>
          {unused > 0 && (
            <a
              className={buttonClass({ size: 'small' })}
              href={`/v1/staff/schools/${encodeURIComponent(schoolId)}/codes/pdf?${new URLSearchParams({ label }).toString()}`}
              download
              aria-label={`${name}のコードをPDFで印刷する`}
            >
              <Icon icon={Printer} size={16} />
              PDF
            </a>
          )}
          <Button size="small" aria-label={`${name}のコードを見る`} onClick={onOpen}>
            見る
          </Button>
        </span>
      </td>
    </tr>
  );
}

/** Makes codes. Keeps the typed text when the call fails. */
function NewCodes({ schoolId }: { schoolId: string }) {
  const { run } = useEndpointMutation(createSchoolCodes);
  const { field, isSending, handleSubmit } = useEndpointForm({
    defaultValues: { label: '', count: 40 },
    schema: codesContract.body,
    onRefusal: showMessageFor,
    onSend: async (body) => {
      const { codes } = await run({ params: { id: schoolId }, body });
      toast.success(`登録コードを${codes.length}枚作りました。`);
      return { ...body, label: '' };
    },
  });

  return (
    <form className={styles.newCodes} noValidate onSubmit={handleSubmit}>
      <TextField label="配る相手" placeholder="2年1組" maxLength={MAX_CODE_LABEL_LENGTH} {...field('label')} />
      <TextField
        label="枚数"
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_CODES_AT_ONCE}
        {...field('count', { valueAsNumber: true })}
      />
      <Button type="submit" variant="primary" isLoading={isSending}>
        コードを作る
      </Button>
    </form>
  );
}

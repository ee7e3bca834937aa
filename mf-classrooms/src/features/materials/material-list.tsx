import type { Material } from '@manabiba/shared/contract/classroom-materials';
import { lazy, Suspense, useState } from 'react';

import { MaterialDialogs, type MaterialQuestion } from './material-dialogs';
import { type MaterialActs, MaterialRow } from './material-row';

import styles from './materials.module.css';

const PdfDialog = lazy(() =>
  import(/* webpackChunkName: "pdf" */ './pdf-dialog').then((module) => ({ default: module.PdfDialog })),
);

interface MaterialListProps extends Pick<MaterialActs, 'onPresent' | 'presentingId' | 'presentedId'> {
  classroomId: string;
  materials: readonly Material[];
  /** Host and co-hosts rename and delete. */
  canManage: boolean;
}

/** The files and links of a class. A PDF opens here, everything else in a tab of its own. */
export function MaterialList({ classroomId, materials, canManage, ...presenting }: MaterialListProps) {
  const [opened, setOpened] = useState<Material>();
  const [question, setQuestion] = useState<MaterialQuestion>();
  const ask = (about: MaterialQuestion['about']) => (material: Material) => setQuestion({ about, material });
  return (
    <>
      <ul className={styles.list}>
        {materials.map((material) => (
          <MaterialRow
            key={material.id}
            material={material}
            {...presenting}
            onRead={setOpened}
            onRename={canManage ? ask('rename') : undefined}
            onDelete={canManage ? ask('delete') : undefined}
          />
        ))}
      </ul>
      {opened && (
        <Suspense fallback={null}>
          <PdfDialog title={opened.title} url={opened.url} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
      {question && <MaterialDialogs {...{ classroomId, question }} onClose={() => setQuestion(undefined)} />}
    </>
  );
}

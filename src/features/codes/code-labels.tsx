import { createPortal } from 'react-dom';
import { codeBase } from '#data/store/code-link.ts';
import { codeLink } from '#domain/code-link.ts';
import type { Code } from '#domain/store.ts';
import { printPage } from '#platform/share.ts';
import { Button } from '#ui/action/button.tsx';
import { IconPrinter } from '#ui/icons.tsx';
import { Overlay } from '#ui/overlay/overlay.tsx';
import { QrCode } from '#ui/qr/qr-code.tsx';
import styles from './code-labels.module.css';
import { codesTexts } from './texts.ts';

interface CodeLabelsProps {
  readonly storeName: string;
  readonly codes: readonly Code[];
  readonly onClose: () => void;
}

/** «Imprimir etiquetas»: a label with QR and description for each code, on sheets of A4 with marks to cut them. */
export function CodeLabels({ storeName, codes, onClose }: CodeLabelsProps) {
  return (
    <>
      <Overlay
        open
        footer={
          <Button fullWidth variant="secondary" onClick={onClose}>
            {codesTexts.close}
          </Button>
        }
        size="lg"
        subtitle={codesTexts.labelsHint}
        title={codesTexts.labels}
        onClose={onClose}
      >
        {/* Inside, so that the keyboard can scroll to the labels. */}
        <Button fullWidth data-autofocus="" icon={<IconPrinter size={22} />} onClick={printPage}>
          {codesTexts.print}
        </Button>
        <ul aria-label={codesTexts.labelList} className={styles['preview']}>
          <Labels codes={codes} storeName={storeName} />
        </ul>
      </Overlay>
      {/* Beside the app, because a sheet of paper has no frame and no scrolling box. */}
      {createPortal(
        <ul aria-hidden="true" className={styles['sheet']}>
          <Labels codes={codes} storeName={storeName} />
        </ul>,
        document.body,
      )}
    </>
  );
}

const cutMarks = 'M0 6V0H6M94 0H100V6M100 94V100H94M6 100H0V94';

function Labels({ storeName, codes }: Pick<CodeLabelsProps, 'storeName' | 'codes'>) {
  const base = codeBase();
  return codes.map((code) => (
    <li key={code.id} className={styles['label']}>
      <svg aria-hidden="true" className={styles['marks']} preserveAspectRatio="none" viewBox="0 0 100 100">
        <path d={cutMarks} vectorEffect="non-scaling-stroke" />
      </svg>
      <span className={styles['store']}>{storeName}</span>
      <span className={styles['qr']}>
        <QrCode label={codesTexts.qrOf(code.description)} text={codeLink(base, code)} />
      </span>
      <b className={styles['description']}>{code.description}</b>
      <span className={styles['code']}>{code.code}</span>
    </li>
  ));
}

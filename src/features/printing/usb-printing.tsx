import { useState } from 'react';
import type { UsbPrintEnd } from '#platform/usb-printer.ts';
import { hasUsb, printByUsb } from '#platform/usb-printer.ts';
import { sentToPrinterText } from '#texts/printing.ts';
import { Button } from '#ui/action/button.tsx';
import { Notice } from '#ui/feedback/panels.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { IconUsb } from '#ui/icons.tsx';
import { announce } from '#ui/toast/announcer.tsx';
import { toast } from '#ui/toast/toast.ts';
import { usbTexts as texts } from './paper-texts.ts';
import styles from './printing.module.css';

/** Prints on a USB printer of this device, also without a network; nothing where the browser cannot. */
export function UsbPrinting({ bytes }: { readonly bytes: Uint8Array }) {
  const [trouble, setTrouble] = useState<string | null>(null);
  const { sending, what, submit } = useSubmit<'known' | 'another'>();
  if (!hasUsb()) return null;
  const print = async (another: boolean): Promise<void> => {
    setTrouble(null);
    const end = await printByUsb(bytes, another);
    if (end.kind === 'sent') return void toast.show({ kind: 'success', text: sentToPrinterText(end.printer) });
    const words = troubleOf(end);
    setTrouble(words);
    if (words !== null) announce(words, 'assertive');
  };
  return (
    <>
      <div className={styles['answers']}>
        <Button
          icon={<IconUsb size={22} />}
          loading={sending && what === 'known'}
          variant="secondary"
          onClick={() => void submit(() => print(false), 'known')}
        >
          {texts.print}
        </Button>
        <Button
          loading={sending && what === 'another'}
          variant="ghost"
          onClick={() => void submit(() => print(true), 'another')}
        >
          {texts.another}
        </Button>
      </div>
      {trouble === null ? null : <Notice tone="warning">{trouble}</Notice>}
    </>
  );
}

/** null: the person chose no printer. */
function troubleOf(end: Exclude<UsbPrintEnd, { readonly kind: 'sent' }>): string | null {
  if (end.kind === 'none-chosen') return null;
  return end.kind === 'unknown' ? texts.unknown(end.printer) : texts[end.kind];
}

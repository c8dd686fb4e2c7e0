import { useEffect, useState } from 'react';
import { phoneKit } from '#contract/phone.ts';

/** The formatted number ('+54 9 11 4555-0101'); E.164 until the numbering plans have loaded. */
export function useReadable(e164: string): string {
  const [shown, setShown] = useState<{ readonly of: string; readonly text: string } | null>(null);
  useEffect(() => {
    let gone = false;
    void phoneKit()
      .then(({ format }) => {
        if (!gone) setShown({ of: e164, text: format(e164) });
      })
      .catch(() => {});
    return () => {
      gone = true;
    };
  }, [e164]);
  return shown?.of === e164 ? shown.text : e164;
}

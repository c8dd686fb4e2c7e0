import { Notice } from '#ui/feedback/panels.tsx';
import { appTexts } from './texts.ts';

/** What the browser withholds over http on another computer's address, and how to get it (B9). */
export const InsecureOrigin = () =>
  window.isSecureContext ? null : (
    <Notice tone="warning">
      <b>{appTexts.insecure}</b>
      <br />
      {appTexts.insecureText}
    </Notice>
  );

import styles from './alarm-strip.module.css';

interface Alarm {
  readonly text: string;
  readonly label: string;
  readonly onAction: () => void;
}

let strip: HTMLElement | null = null;

/** Shows a strip over the page, without React: it must work when React no longer renders. null removes it. */
export function showAlarm(alarm: Alarm | null): void {
  strip?.remove();
  strip = null;
  if (alarm === null) return;
  strip = document.createElement('div');
  strip.className = styles['strip'] ?? '';
  strip.setAttribute('role', 'alert');
  const text = document.createElement('span');
  text.textContent = alarm.text;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = alarm.label;
  button.addEventListener('click', alarm.onAction);
  strip.append(text, button);
  document.body.append(strip);
}

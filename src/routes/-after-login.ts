import { useNavigate } from '@tanstack/react-router';
import { takeWantedPage } from '#data/session/wanted-page.ts';

/** Where to go after any login: to the page of the QR code that the user scanned, else to the stores. */
export function useAfterLogin(): () => void {
  const navigate = useNavigate();
  return () => {
    const wanted = takeWantedPage();
    void (wanted === null
      ? navigate({ to: '/', replace: true })
      : navigate({ to: wanted.to, params: { code: wanted.code }, replace: true }));
  };
}

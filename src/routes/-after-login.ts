import { useNavigate } from '@tanstack/react-router';
import { takeWantedPairing } from '#data/kiosk/wanted-pairing.ts';

/** Where somebody goes who has just come in, whichever way: on with the kitchen screen they scanned, else to the stores. */
export function useAfterLogin(): () => void {
  const navigate = useNavigate();
  return () => {
    const code = takeWantedPairing();
    void (code === null
      ? navigate({ to: '/', replace: true })
      : navigate({ to: '/pair/$code', params: { code }, replace: true }));
  };
}

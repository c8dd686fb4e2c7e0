import { useNavigate } from '@tanstack/react-router';
import { takeWantedPairing } from '#data/kiosk/wanted-pairing.ts';

/** Where to go after any login: to the kitchen screen whose code the user scanned, else to the stores. */
export function useAfterLogin(): () => void {
  const navigate = useNavigate();
  return () => {
    const code = takeWantedPairing();
    void (code === null
      ? navigate({ to: '/', replace: true })
      : navigate({ to: '/pair/$code', params: { code }, replace: true }));
  };
}

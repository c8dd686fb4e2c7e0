import { useState } from 'react';
import { PermissionsDrawer } from '#features/alerts/prompts/permissions-drawer.tsx';
import { Prompts } from '#features/alerts/prompts/prompts.tsx';

/** The questions about notifications and installing, of a customer who follows an order. */
export function CustomerPrompts() {
  const [permissions, setPermissions] = useState(false);
  return (
    <>
      <Prompts quiet={false} wantsPush onPermissions={() => setPermissions(true)} />
      <PermissionsDrawer open={permissions} onClose={() => setPermissions(false)} />
    </>
  );
}

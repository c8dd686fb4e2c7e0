import { readFailureText } from '#data/api/failure.ts';
import { useNetwork } from '#data/device/device.ts';
import { tryImport } from '#data/device/lazy-import.ts';
import { recordDrawer } from '#data/printing/drawer-openings.ts';
import { drawerPrinter, usePrinterConfigs } from '#data/printing/printer-configs.ts';
import { can } from '#domain/permissions.ts';
import type { Store } from '#domain/store.ts';
import { Button } from '#ui/action/button.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { IconDrawer } from '#ui/icons.tsx';
import { tellMissing, toast } from '#ui/toast/toast.ts';
import { cashboxTexts, drawerTexts as texts } from './texts.ts';

interface OpenDrawerProps {
  readonly store: Store;
  readonly cashboxId: number;
}

/**
 * «Abrir cajón»: on a device with the printer of the register, for who may. The server records who, when and where
 * before the pulse leaves.
 */
export function OpenDrawer({ store, cashboxId }: OpenDrawerProps) {
  usePrinterConfigs(store.id);
  const printer = drawerPrinter(store.id);
  const online = useNetwork((n) => n.online);
  const { sending, submit } = useSubmit((error) =>
    toast.show({ id: 'drawer', kind: 'error', text: readFailureText(error) }),
  );
  if (printer === null || !can('drawer.open', store)) return null;
  const open = (): void =>
    void submit(async () => {
      // Loaded on demand: it brings the encoder of receipts, which the rest of this screen does not need.
      const part = await tryImport(() => import('#data/printing/drawer.ts'));
      if (!part) return tellMissing();
      await recordDrawer(store, cashboxId);
      const failure = await part.pulseDrawer(store, printer);
      toast.show({ id: 'drawer', kind: failure === null ? 'success' : 'error', text: failure ?? texts.sent });
    });
  return (
    <Button
      disabledReason={online ? undefined : cashboxTexts.needsNetwork}
      icon={<IconDrawer size={22} />}
      loading={sending}
      variant="ghost"
      onClick={open}
    >
      {texts.open}
    </Button>
  );
}

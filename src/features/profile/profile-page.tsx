import type { ReactNode } from 'react';
import { TabPanel, Tabs } from '#ui/action/tabs.tsx';
import { Screen, ScreenBody, ScreenHeader } from '#ui/layout/screen.tsx';
import type { ProfileTab } from '#domain/routes.ts';
import { isProfileTab } from '#domain/routes.ts';
import styles from './profile.module.css';
import { profileTexts } from './texts.ts';

interface ProfilePageProps {
  readonly tab: ProfileTab;
  readonly onTab: (tab: ProfileTab) => void;
  /** A back button, where no frame has one. */
  readonly start?: ReactNode;
  readonly headerActions?: ReactNode;
  readonly children: ReactNode;
}

const tabsId = 'perfil';

/** 'Editar perfil de usuario': two tabs, each with its own URL. */
export function ProfilePage({ tab, onTab, start, headerActions, children }: ProfilePageProps) {
  return (
    <Screen>
      <ScreenHeader actions={headerActions} start={start} title={profileTexts.title} />
      <ScreenBody>
        <div className={styles['column']}>
          <Tabs
            id={tabsId}
            items={[
              { id: 'general', label: profileTexts.general },
              { id: 'password', label: profileTexts.password },
            ]}
            label={profileTexts.tabs}
            value={tab}
            variant="line"
            onChange={(chosen) => {
              if (isProfileTab(chosen)) onTab(chosen);
            }}
          />
          <TabPanel className={styles['panel']} tab={tab} tabs={tabsId}>
            {children}
          </TabPanel>
        </div>
      </ScreenBody>
    </Screen>
  );
}

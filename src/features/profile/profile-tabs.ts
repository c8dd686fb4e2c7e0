/** In a file of its own because route guards import it; the screens load lazily. */
const profileTabs = ['general', 'password'] as const;
export type ProfileTab = (typeof profileTabs)[number];
export const isProfileTab = (text: unknown): text is ProfileTab => profileTabs.some((tab) => tab === text);

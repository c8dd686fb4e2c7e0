/** Alone, because the routes' guards read it: the screens themselves come when they are asked for. */
const profileTabs = ['general', 'password'] as const;
export type ProfileTab = (typeof profileTabs)[number];
export const isProfileTab = (text: unknown): text is ProfileTab => profileTabs.some((tab) => tab === text);

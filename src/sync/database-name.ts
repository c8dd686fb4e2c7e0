/** Each user and store has its own database, so one person's command is never sent as another's. */
export const databaseName = (userId: number, storeId: number): string => `marche:${userId}:${storeId}`;

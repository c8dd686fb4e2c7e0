/** Asks the browser not to evict our databases; it may say no, and the app works all the same. */
export async function askToPersist(): Promise<boolean> {
  try {
    return await navigator.storage.persist();
  } catch {
    return false;
  }
}

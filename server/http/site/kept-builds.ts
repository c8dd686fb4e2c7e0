import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Instant } from '#domain/time.ts';
import type { Log } from '#server/deps.ts';

/*
 *   <dataFolder>/builds/<id>/assets/…    id = hash of the names, which hold the hash of the content
 *
 * A page that was opened before a deploy asks for its lazy parts by the old names (docs/offline-engine.md).
 */

const buildsKept = 5;
const ours = /^[0-9a-f]{16}(\.new)?$/;
/** Source maps serve debugging only; a page never requests them. */
const isSourceMap = (file: string): boolean => file.endsWith('.map');

interface Keeping {
  readonly clientFolder: string;
  /** null = no builds are kept. */
  readonly dataFolder: string | null;
  readonly now: Instant;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Copies the hashed files of the build in `clientFolder` beside those of earlier builds and deletes all but the five
 * that started last. Returns the folders to search, newest first. A disk error costs one line in the log, nothing else.
 */
export async function keepBuild({ clientFolder, dataFolder, now, log }: Keeping): Promise<string[]> {
  if (dataFolder === null) return [];
  const folder = path.join(dataFolder, 'builds');
  const refused = (error: unknown): void =>
    log.warn(`The files of earlier builds are not kept: ${error instanceof Error ? error.message : String(error)}`);
  try {
    await copyBuild(path.join(clientFolder, 'assets'), folder, now);
    return await newestOf(folder);
  } catch (error) {
    refused(error);
    // Builds that were kept earlier can still be served.
    return newestOf(folder).catch(() => []);
  }
}

async function copyBuild(assets: string, folder: string, now: Instant): Promise<void> {
  const names = (await readdir(assets)).filter((name) => !isSourceMap(name)).toSorted();
  const id = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16);
  const kept = path.join(folder, id);
  await mkdir(folder, { recursive: true });
  if (!(await isThere(kept))) {
    // Copied under another name and then renamed: a kill in the middle leaves no half build.
    const unfinished = `${kept}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await cp(assets, path.join(unfinished, 'assets'), { recursive: true, filter: (file) => !isSourceMap(file) });
    await rename(unfinished, kept);
  }
  // Marks the build that starts now as the newest, also after a rollback to an older build.
  await utimes(kept, now / 1000, now / 1000);
}

/** Returns the builds to serve and deletes the others. */
async function newestOf(folder: string): Promise<string[]> {
  const builds = await Promise.all(
    (await readdir(folder))
      .filter((name) => ours.test(name))
      .map(async (name) => ({ name, at: (await stat(path.join(folder, name))).mtimeMs })),
  );
  const complete = builds.filter(({ name }) => !name.endsWith('.new')).toSorted((a, b) => b.at - a.at);
  const serving = complete.slice(0, buildsKept).map(({ name }) => name);
  for (const { name } of builds)
    if (!serving.includes(name))
      await rm(path.join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  return serving.map((name) => path.join(folder, name));
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

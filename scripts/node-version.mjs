/** Imported first by every command: refuses an old Node with a clear message, before anything else fails. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (!((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22)) {
  console.error(
    `Marche necesita Node 20.19 o más nuevo (o 22.12); este es ${process.version}. Está en https://nodejs.org`,
  );
  process.exit(1);
}

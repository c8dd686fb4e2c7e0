/** The sentence of each error of a camera, by the error's name (G-58 to G-64). */
const cameraErrors: Readonly<Record<string, string>> = {
  NotAllowedError: 'ERROR: Debes conceder los permisos necesarios.',
  NotFoundError: 'ERROR: No hay cámaras en éste dispositivo.',
  NotSupportedError: 'ERROR: No posee una conexión segura.',
  NotReadableError: 'ERROR: La cámara está en uso por otra aplicación.',
  OverconstrainedError: 'ERROR: La cámara no es compatible.',
  StreamApiNotSupportedError: 'ERROR: El entorno no es compatible.',
  InsecureContextError: 'ERROR: El acceso a la cámara debe realizarse en un sitio seguro.',
};

/** The sentence of a camera that cannot be used; any error without one of its own has the first of them (G-57). */
export const cameraErrorText = (name: string): string =>
  Object.hasOwn(cameraErrors, name) ? (cameraErrors[name] ?? '') : 'No se pudo acceder a la cámara.';

/** A text that was scanned or typed names no code of the store (G-55). */
export const wrongCode = 'Código inválido.';

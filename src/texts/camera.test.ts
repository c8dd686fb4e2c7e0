import { expect, it } from 'vitest';
import { cameraErrorText } from './camera.ts';

it.each([
  ['AbortError', 'No se pudo acceder a la cámara.'],
  ['toString', 'No se pudo acceder a la cámara.'],
  ['NotAllowedError', 'ERROR: Debes conceder los permisos necesarios.'],
  ['NotFoundError', 'ERROR: No hay cámaras en éste dispositivo.'],
  ['NotSupportedError', 'ERROR: No posee una conexión segura.'],
  ['NotReadableError', 'ERROR: La cámara está en uso por otra aplicación.'],
  ['OverconstrainedError', 'ERROR: La cámara no es compatible.'],
  ['StreamApiNotSupportedError', 'ERROR: El entorno no es compatible.'],
  ['InsecureContextError', 'ERROR: El acceso a la cámara debe realizarse en un sitio seguro.'],
])('%s: %s (G-57, G-58, G-59, G-60, G-61, G-62, G-63, G-64)', (name, text) => expect(cameraErrorText(name)).toBe(text));

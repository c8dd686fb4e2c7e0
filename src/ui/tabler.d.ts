/** Icons are imported one by one: the package's own barrel holds six thousand of them and slows development and tests. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { FunctionComponent, SVGAttributes } from 'react';

  const icon: FunctionComponent<SVGAttributes<SVGSVGElement> & { size?: number | string; stroke?: number | string }>;
  export default icon;
}

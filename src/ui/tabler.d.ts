/** Icons are imported one by one: the package's barrel exports six thousand and slows down development and tests. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { FunctionComponent, SVGAttributes } from 'react';

  const icon: FunctionComponent<SVGAttributes<SVGSVGElement> & { size?: number | string; stroke?: number | string }>;
  export default icon;
}

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Select } from './select.tsx';

const shown = (options: readonly { value: string; label: string }[]): string =>
  renderToStaticMarkup(<Select label="Vendedor" options={options} value="" onChange={() => undefined} />);

it('a list without options says so (K-86)', () => {
  expect(shown([])).toContain('>No hay elementos.</option>');
  expect(shown([{ value: '1', label: 'Ana' }])).not.toContain('No hay elementos.');
});

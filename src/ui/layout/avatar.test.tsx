import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Avatar, avatarSizes, initialOf } from './avatar.tsx';

describe('an avatar', () => {
  it('is 28, 36, 56 or 200 px (H-52)', () => {
    const { xs, sm, lg, default: usual } = avatarSizes;
    expect({ xs, sm, lg, usual }).toEqual({ xs: 28, sm: 36, lg: 56, usual: 200 });
    expect(renderToStaticMarkup(<Avatar name="La Esquina" />)).toContain('width:200px;height:200px');
  });

  it('shows the first letter without a picture', () => {
    expect([initialOf('la esquina'), initialOf('ñandú'), initialOf('  ')]).toEqual(['L', 'Ñ', '?']);
    expect(renderToStaticMarkup(<Avatar name="La Esquina" size="sm" />)).not.toContain('<img');
  });

  it('says in a word what the ring says in colour (T-11)', () => {
    expect(renderToStaticMarkup(<Avatar name="La Esquina" ring="danger" word="Cerrada" />)).toContain('>Cerrada<');
  });
});

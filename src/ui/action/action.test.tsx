import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { nextTabIndex } from './tabs.tsx';

describe('a button', () => {
  it('does not submit a form unless told to', () => {
    expect(renderToStaticMarkup(<Button>Guardar</Button>)).toContain('type="button"');
    expect(renderToStaticMarkup(<Button type="submit">Guardar</Button>)).toContain('type="submit"');
  });

  it('keeps its words while it is in flight, so that its width stays', () => {
    const html = renderToStaticMarkup(<Button loading>Enviar</Button>);
    expect(html).toContain('Enviar');
    expect(html).toContain('aria-busy="true"');
    expect(html).toContain('aria-disabled="true"');
  });

  it('says why it cannot be used, and can still be reached', () => {
    const html = renderToStaticMarkup(<Button disabledReason="Necesitás conexión para pagar">Pagar</Button>);
    expect(html).not.toMatch(/\sdisabled/);
    const [, described] = /aria-describedby="([^"]+)"/.exec(html) ?? [];
    expect(html).toContain(`id="${described ?? 'none'}">Necesitás conexión para pagar`);
  });
});

describe('an icon button', () => {
  it('reads the number that it shows, once', () => {
    expect(renderToStaticMarkup(<IconButton icon={null} label="Tickets" count={2} />)).toContain('"Tickets, 2"');
    expect(renderToStaticMarkup(<IconButton icon={null} label="Tickets, 2 sin leer" count={2} />)).toContain(
      'aria-label="Tickets, 2 sin leer"',
    );
    expect(renderToStaticMarkup(<IconButton icon={null} label="Tickets" />)).toContain('aria-label="Tickets"');
  });
});

describe('the keys of tabs', () => {
  it('goes round and to both ends', () => {
    expect([nextTabIndex('ArrowRight', 2, 3), nextTabIndex('ArrowLeft', 0, 3)]).toEqual([0, 2]);
    expect([nextTabIndex('Home', 2, 3), nextTabIndex('End', 0, 3), nextTabIndex('Enter', 0, 3)]).toEqual([0, 2, null]);
  });
});

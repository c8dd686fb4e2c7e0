import type { Geolocation } from '#domain/shipping.ts';
import type { Country } from '#domain/store.ts';

/** A square town of nine by nine streets. All are invented but the street of its store. */
export interface DemoTown {
  readonly country: Country;
  /** Location of the store: the middle of the fifth street of `across`. */
  readonly centre: Geolocation;
  /** Door number at the western or southern end of every street. */
  readonly firstNumber: number;
  /** Streets that run west to east, listed from south to north. */
  readonly across: readonly string[];
  /** Streets that run south to north, listed from west to east. */
  readonly along: readonly string[];
}

export const laEsquinaTown: DemoTown = {
  country: 'AR',
  centre: { lat: -34.6037, lng: -58.4145 },
  firstNumber: 3_100,
  across: [
    'Los Tilos',
    'Maestra Rural',
    'Doctor Peralta',
    'Panaderos',
    'Av. Corrientes',
    'Camino de la Sirga',
    'Fogón',
    'Pasaje Ñandú',
    'Vuelta del Molino',
  ],
  along: [
    'Acacias',
    'Boyero',
    'Carpinteros',
    '12 de Diciembre',
    'Av. de la Fábrica',
    'Ferroviarios',
    'Jazmín del País',
    'Tropero Núñez',
    'Última Estación',
  ],
};

export const donPepeTown: DemoTown = {
  country: 'AR',
  centre: { lat: -34.7203, lng: -58.2546 },
  firstNumber: 400,
  across: [
    'Arroyo Seco',
    'Barrilete',
    'Cauce Viejo',
    'Dársena',
    'San Martín',
    'El Hornero',
    'Los Isleños',
    'Malecón',
    'Ribereños',
  ],
  along: [
    'Ancla',
    'Bahía Chica',
    'Cervecería',
    'Estibadores',
    'Av. del Puerto',
    'Junquillos',
    'Lancha Colectiva',
    'Mojarra',
    'Sauzal',
  ],
};

export const asuncionTown: DemoTown = {
  country: 'PY',
  centre: { lat: -25.2819, lng: -57.6359 },
  firstNumber: 100,
  across: ['Arasá', 'Guavirá', 'Jazmín Mango', 'Kurupay', 'Palma', 'Lapacho Rosado', 'Mburukujá', 'Ñangapiry', 'Tajy'],
  along: [
    'Cerro Chico',
    'Estero Alto',
    'Itá Pytã',
    'Loma Clavel',
    'Alberdi',
    'Paso Yvu',
    'Río Verde',
    'Tapyi',
    'Vista Alegre',
  ],
};

export const demoTowns: readonly DemoTown[] = [laEsquinaTown, donPepeTown, asuncionTown];

import { choice, type MenuSection, optional } from './menu.ts';

const portion = choice('Porción', ['Chica', 0], ['Grande', 4800]);
const rotisserieSide = choice('Guarnición', ['Papas al horno', 0], ['Puré mixto', 0], ['Ensalada rusa', 0]);

/** Rotisería Don Pepe, 30 items. */
export const donPepeMenu: readonly MenuSection[] = [
  {
    name: 'Al spiedo',
    items: [
      {
        name: 'Pollo entero al spiedo',
        price: 18900,
        description: 'Con limón y romero.',
        picture: 'poultry-leg',
        groups: [rotisserieSide],
      },
      { name: 'Medio pollo al spiedo', price: 10400, picture: 'poultry-leg', groups: [rotisserieSide] },
      { name: 'Matambrito al verdeo', price: 17600, picture: 'cut-of-meat' },
      {
        name: 'Bondiola braseada',
        price: 16900,
        description: 'Seis horas de horno.',
        picture: 'meat-on-bone',
        groups: [rotisserieSide],
      },
      { name: 'Vacío al horno', price: 19800, picture: 'cut-of-meat', groups: [rotisserieSide] },
      { name: 'Costillitas de cerdo', price: 16200, picture: 'bacon' },
    ],
  },
  {
    name: 'Empanadas y tartas',
    items: [
      { name: 'Empanada de carne', price: 1900, picture: 'dumpling' },
      { name: 'Empanada de pollo', price: 1900, picture: 'dumpling' },
      { name: 'Empanada de jamón y queso', price: 1900, picture: 'dumpling' },
      { name: 'Tarta de jamón y queso', price: 11200, picture: 'pie', groups: [portion] },
      { name: 'Tarta de verdura', price: 10600, picture: 'pie', groups: [portion] },
      { name: 'Tarta de calabaza', price: 10600, picture: 'pie', groups: [portion] },
    ],
  },
  {
    name: 'Minutas',
    items: [
      { name: 'Milanesa de nalga', price: 12400, picture: 'shallow-pan-of-food', groups: [rotisserieSide] },
      { name: 'Milanesa de pollo', price: 11600, picture: 'shallow-pan-of-food', groups: [rotisserieSide] },
      { name: 'Supremas rellenas', price: 13900 },
      { name: 'Albóndigas con puré', price: 10900, picture: 'pot-of-food' },
      { name: 'Pastel de papas', price: 10400, picture: 'pot-of-food' },
      { name: 'Lasaña', price: 12900, description: 'De carne y verdura.', picture: 'spaghetti' },
      { name: 'Canelones', price: 12200, groups: [choice('Salsa', ['Blanca', 0], ['Fileto', 0], ['Mixta', 600])] },
      { name: 'Locro', price: 11900, description: 'Solo los fines de semana.', picture: 'pot-of-food' },
    ],
  },
  {
    name: 'Guarniciones',
    items: [
      { name: 'Papas fritas', price: 5900, picture: 'french-fries', groups: [portion] },
      { name: 'Ensalada rusa', price: 5400, picture: 'potato' },
      {
        name: 'Ensalada mixta',
        price: 4900,
        picture: 'green-salad',
        groups: [optional('Agregados', 2, ['Huevo duro', 700], ['Zanahoria', 400])],
      },
      { name: 'Puré de papas', price: 4600 },
      { name: 'Choclo con manteca', price: 3900, picture: 'ear-of-corn' },
    ],
  },
  {
    name: 'Postres y bebidas',
    items: [
      { name: 'Flan con dulce de leche', price: 4300, picture: 'custard' },
      { name: 'Arroz con leche', price: 3900, picture: 'bowl-with-spoon' },
      {
        name: 'Gaseosa 1,5 L',
        price: 4900,
        picture: 'beverage-box',
        groups: [choice('Sabor', ['Cola', 0], ['Naranja', 0], ['Lima limón', 0])],
      },
      { name: 'Agua 1,5 L', price: 3100 },
      { name: 'Vino de la casa', price: 7900, picture: 'wine-glass' },
    ],
  },
];

/** Kiosco Sol, on the free plan: customers order online. */
export const kioscoMenu: readonly MenuSection[] = [
  {
    name: 'Golosinas',
    items: [
      { name: 'Alfajor triple', price: 2100, picture: 'cookie' },
      { name: 'Chocolate con almendras', price: 3900, picture: 'chocolate-bar' },
      { name: 'Papas fritas en bolsa', price: 2900, picture: 'french-fries' },
      { name: 'Helado de palito', price: 2600, picture: 'soft-ice-cream' },
    ],
  },
  {
    name: 'Bebidas',
    items: [
      { name: 'Gaseosa en lata', price: 2300, picture: 'beverage-box' },
      { name: 'Agua saborizada', price: 2200, picture: 'bubble-tea' },
    ],
  },
];

/** Asunción Grill, in whole guaraníes. */
export const grillMenu: readonly MenuSection[] = [
  {
    name: 'Parrilla',
    items: [
      {
        name: 'Asado a la olla',
        price: 68000,
        description: 'Con mandioca.',
        picture: 'pot-of-food',
        groups: [choice('Acompañamiento', ['Mandioca', 0], ['Sopa paraguaya', 9000], ['Ensalada', 0])],
      },
      {
        name: 'Picaña',
        price: 92000,
        description: '350 gramos.',
        picture: 'cut-of-meat',
        groups: [choice('Punto', ['Jugoso', 0], ['A punto', 0], ['Cocido', 0])],
      },
      { name: 'Costilla a la estaca', price: 85000, picture: 'meat-on-bone' },
      { name: 'Chorizo misionero', price: 18000, picture: 'hot-dog' },
      { name: 'Lomito árabe', price: 32000, picture: 'burrito' },
    ],
  },
  {
    name: 'De la casa',
    items: [
      { name: 'Sopa paraguaya', price: 15000, picture: 'bread' },
      { name: 'Chipa guasú', price: 16000, picture: 'ear-of-corn' },
      { name: 'Mbejú', price: 14000, picture: 'pancakes' },
      { name: 'Vorí vorí', price: 38000, picture: 'bowl-with-spoon' },
      { name: 'Chipa', price: 5000, picture: 'bagel' },
    ],
  },
  {
    name: 'Bebidas',
    items: [
      { name: 'Tereré para compartir', price: 12000, picture: 'mate', catalogs: ['LOCAL'] },
      { name: 'Gaseosa 500 ml', price: 10000, picture: 'cup-with-straw' },
      { name: 'Cerveza', price: 18000, picture: 'clinking-beer-mugs' },
      { name: 'Jugo de maracuyá', price: 16000, picture: 'tropical-drink' },
    ],
  },
];

export const otraTiendaMenu: readonly MenuSection[] = [
  {
    name: 'Panadería',
    items: [
      { name: 'Baguette', price: 2800, picture: 'baguette-bread' },
      { name: 'Torta de frutillas', price: 21900, picture: 'shortcake' },
      { name: 'Facturas, la docena', price: 11900, picture: 'croissant' },
    ],
  },
];

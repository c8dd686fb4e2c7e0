import { choice, type MenuSection, optional } from './menu.ts';

const milk = choice('Leche', ['Entera', 0], ['Descremada', 0], ['De almendras', 900]);
const size = choice('Tamaño', ['Jarrito', 0], ['Doble', 900]);
const sweet = optional('Endulzante', 2, ['Azúcar', 0, 2], ['Edulcorante', 0, 2], ['Miel', 400]);

/** Cafetería y desayunos: 16 items. */
export const laEsquinaCafe: readonly MenuSection[] = [
  {
    name: 'Cafetería',
    items: [
      {
        name: 'Café espresso',
        price: 2600,
        description: 'Blend de la casa, tostado medio.',
        picture: 'hot-beverage',
        groups: [size, sweet],
        assembly: 'Barra',
      },
      {
        name: 'Café con leche',
        price: 3400,
        description: 'En taza grande, con la leche que elijas.',
        picture: 'hot-beverage',
        groups: [milk, sweet],
        assembly: 'Barra',
      },
      { name: 'Lágrima', price: 3200, groups: [milk], assembly: 'Barra' },
      {
        name: 'Capuchino',
        price: 4300,
        description: 'Con cacao amargo y canela.',
        picture: 'hot-beverage',
        groups: [milk],
        assembly: 'Barra',
      },
      {
        name: 'Submarino',
        price: 4600,
        description: 'Leche caliente con una barra de chocolate.',
        picture: 'chocolate-bar',
        groups: [milk],
        assembly: 'Barra',
      },
      {
        name: 'Té en hebras',
        price: 2900,
        description: 'Negro, verde o boldo.',
        picture: 'teacup-without-handle',
        groups: [choice('Sabor', ['Negro', 0], ['Verde', 0], ['Boldo', 0])],
        assembly: 'Barra',
      },
      {
        name: 'Mate para dos',
        price: 3800,
        description: 'Con yerba sin palo y termo de un litro.',
        picture: 'mate',
        assembly: 'Barra',
        catalogs: ['LOCAL'],
      },
      { name: 'Vaso de leche', price: 1900, picture: 'glass-of-milk', assembly: 'Barra' },
    ],
  },
  {
    name: 'Desayunos y meriendas',
    items: [
      { name: 'Medialuna de manteca', price: 1100, description: 'Recién horneada.', picture: 'croissant' },
      { name: 'Medialuna con jamón y queso', price: 2400, picture: 'croissant', description: 'Tibia.' },
      {
        name: 'Tostado de jamón y queso',
        price: 6800,
        description: 'En pan de miga, doble.',
        picture: 'sandwich',
        assembly: 'Cocina',
      },
      {
        name: 'Tostadas con palta y huevo',
        price: 7900,
        description: 'Pan de masa madre, palta, huevo poché y semillas.',
        picture: 'avocado',
        assembly: 'Cocina',
      },
      { name: 'Budín de limón', price: 3600, picture: 'cupcake' },
      {
        name: 'Panqueque con dulce de leche',
        price: 5200,
        description: 'Dos, bien cargados.',
        picture: 'pancakes',
        assembly: 'Cocina',
      },
      { name: 'Yogur con granola y frutas', price: 6100, picture: 'bowl-with-spoon' },
      {
        name: 'Desayuno La Esquina',
        price: 11900,
        description: 'Café con leche, tostadas, queso, mermelada, jugo y una medialuna.',
        picture: 'cooking',
        groups: [milk, choice('Jugo', ['Naranja', 0], ['Pomelo', 0])],
        assembly: 'Cocina',
      },
    ],
  },
];

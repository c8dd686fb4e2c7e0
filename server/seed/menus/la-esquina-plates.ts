import { choice, type MenuSection, optional } from './menu.ts';

const cooking = choice('Punto de cocción', ['Jugoso', 0], ['A punto', 0], ['Cocido', 0]);
const side = choice(
  'Guarnición',
  ['Papas fritas', 0],
  ['Puré de papas', 0],
  ['Ensalada mixta', 0],
  ['Papas rústicas con cheddar', 2200],
);
const pastaSauce = choice('Salsa', ['Fileto', 0], ['Bolognesa', 2300], ['Crema y verdeo', 1900], ['Mixta', 1500]);
const ice = optional('Cómo la querés', 2, ['Con hielo', 0], ['Con limón', 0]);

/** Platos, postres y bebidas: 24 items. */
export const laEsquinaPlates: readonly MenuSection[] = [
  {
    name: 'Platos',
    items: [
      {
        name: 'Milanesa napolitana',
        price: 17400,
        description: 'De nalga, con jamón, muzzarella y salsa. Para uno con hambre.',
        picture: 'shallow-pan-of-food',
        groups: [side],
        assembly: 'Cocina',
      },
      {
        name: 'Bife de chorizo',
        price: 23900,
        description: '400 gramos, a la parrilla.',
        picture: 'cut-of-meat',
        groups: [cooking, side],
        assembly: 'Parrilla',
      },
      { name: 'Tira de asado', price: 21900, picture: 'meat-on-bone', groups: [cooking, side], assembly: 'Parrilla' },
      {
        name: 'Pollo al verdeo',
        price: 15800,
        description: 'Un cuarto, con papas al horno.',
        picture: 'poultry-leg',
        assembly: 'Cocina',
      },
      {
        name: 'Ravioles de ricota',
        price: 13900,
        description: 'Caseros, de ricota y nuez.',
        picture: 'spaghetti',
        groups: [pastaSauce, optional('Queso', 1, ['Queso rallado', 0])],
        assembly: 'Cocina',
      },
      {
        name: 'Ñoquis de papa',
        price: 12900,
        description: 'Los del 29, todos los días.',
        picture: 'spaghetti',
        groups: [pastaSauce],
        assembly: 'Cocina',
      },
      {
        name: 'Ensalada César',
        price: 11900,
        description: 'Con pollo grillado.',
        picture: 'green-salad',
        groups: [optional('Sin', 3, ['Sin anchoas', 0], ['Sin croutons', 0], ['Sin queso', 0])],
        assembly: 'Cocina',
      },
      { name: 'Plato del día', price: 12500, catalogs: ['LOCAL', 'TAKEAWAY'], assembly: 'Cocina' },
    ],
  },
  {
    name: 'Postres',
    items: [
      {
        name: 'Flan casero',
        price: 5400,
        description: 'Con dulce de leche, con crema o mixto.',
        picture: 'custard',
        groups: [choice('Con', ['Dulce de leche', 0], ['Crema', 0], ['Mixto', 400])],
      },
      {
        name: 'Queso y dulce',
        price: 4900,
        description: 'Membrillo o batata.',
        picture: 'cheese-wedge',
        groups: [choice('Dulce', ['Membrillo', 0], ['Batata', 0])],
      },
      {
        name: 'Helado',
        price: 5600,
        description: 'Hasta tres gustos.',
        picture: 'ice-cream',
        groups: [
          {
            name: 'Gustos',
            min: 1,
            max: 3,
            options: [
              ['Dulce de leche granizado', 0, 2],
              ['Chocolate amargo', 0, 2],
              ['Frutilla a la crema', 0, 2],
              ['Limón', 0, 2],
              ['Sambayón', 300, 2],
            ],
          },
        ],
      },
      { name: 'Chocotorta', price: 6200, picture: 'birthday-cake' },
      { name: 'Lemon pie', price: 6100, picture: 'pie' },
      {
        name: 'Ensalada de frutas',
        price: 4700,
        picture: 'red-apple',
        groups: [optional('Agregados', 1, ['Crema', 900])],
      },
      { name: 'Alfajor de maicena', price: 2300, picture: 'cookie' },
      { name: 'Panqueque de manzana', price: 6400, description: 'Quemado al ron.', assembly: 'Cocina' },
    ],
  },
  {
    name: 'Bebidas',
    items: [
      {
        name: 'Agua mineral 500 ml',
        price: 2400,
        picture: 'cup-with-straw',
        groups: [choice('Tipo', ['Sin gas', 0], ['Con gas', 0])],
        assembly: 'Barra',
      },
      {
        name: 'Gaseosa 500 ml',
        price: 3100,
        picture: 'cup-with-straw',
        groups: [choice('Sabor', ['Cola', 0], ['Cola sin azúcar', 0], ['Lima limón', 0], ['Pomelo', 0]), ice],
        assembly: 'Barra',
      },
      {
        name: 'Limonada con menta y jengibre',
        price: 4800,
        description: 'Jarra de medio litro.',
        picture: 'lemon',
        assembly: 'Barra',
      },
      {
        name: 'Jugo de naranja',
        price: 4500,
        description: 'Exprimido en el momento.',
        picture: 'tangerine',
        assembly: 'Barra',
      },
      {
        name: 'Cerveza artesanal',
        price: 5900,
        description: 'Pinta de 500 ml.',
        picture: 'beer-mug',
        groups: [choice('Estilo', ['Rubia', 0], ['Roja', 0], ['IPA', 700], ['Stout', 700])],
        assembly: 'Barra',
        catalogs: ['LOCAL', 'DELIVERY', 'ONLINE'],
      },
      { name: 'Copa de malbec', price: 5200, picture: 'wine-glass', assembly: 'Barra', catalogs: ['LOCAL'] },
      { name: 'Fernet con cola', price: 6900, picture: 'tropical-drink', assembly: 'Barra', catalogs: ['LOCAL'] },
      {
        name: 'Gin tonic',
        price: 8400,
        description: 'Con pepino y pimienta rosa.',
        picture: 'cocktail-glass',
        assembly: 'Barra',
        catalogs: ['LOCAL'],
      },
    ],
  },
];

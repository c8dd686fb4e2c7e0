import { choice, type MenuGroup, type MenuSection, optional } from './menu.ts';

const cooking = choice('Punto de cocción', ['Jugoso', 0], ['A punto', 0], ['Cocido', 0]);
const pizzaSize = choice('Tamaño', ['Chica (4 porciones)', 0], ['Grande (8 porciones)', 6500]);
const toppings = optional(
  'Agregados',
  4,
  ['Muzzarella extra', 1900, 2],
  ['Jamón cocido', 1700, 2],
  ['Morrones asados', 1200],
  ['Aceitunas negras', 900, 2],
  ['Huevo a caballo', 1100, 2],
);
const burgerExtras = optional(
  'Agregados',
  5,
  ['Panceta', 1600, 2],
  ['Cheddar extra', 1200, 3],
  ['Huevo frito', 1100],
  ['Medallón extra', 4200, 2],
  ['Cebolla caramelizada', 900],
);
const sauces: MenuGroup = {
  name: 'Salsas',
  min: 1,
  max: 2,
  options: [
    ['Mayonesa de la casa', 0],
    ['Barbacoa', 0],
    ['Mostaza y miel', 0],
    ['Picante', 0],
  ],
};

/** Entradas, pizzas, hamburguesas y sándwiches: 24 items. */
export const laEsquinaKitchen: readonly MenuSection[] = [
  {
    name: 'Entradas y picadas',
    items: [
      {
        name: 'Empanada',
        price: 2200,
        description: 'Al horno. El precio es por unidad.',
        picture: 'dumpling',
        groups: [choice('Gusto', ['Carne cortada a cuchillo', 0], ['Jamón y queso', 0], ['Humita', 0], ['Verdura', 0])],
        assembly: 'Cocina',
      },
      {
        name: 'Docena de empanadas',
        price: 23900,
        description: 'Elegí 12.',
        picture: 'dumpling',
        groups: [
          {
            name: 'Gustos',
            min: 12,
            max: 12,
            options: [
              ['Carne cortada a cuchillo', 0, 12],
              ['Jamón y queso', 0, 12],
              ['Humita', 0, 12],
              ['Verdura', 0, 12],
            ],
          },
        ],
        assembly: 'Cocina',
      },
      {
        name: 'Provoleta',
        price: 9800,
        description: 'A la plancha, con orégano y ají molido.',
        picture: 'cheese-wedge',
        assembly: 'Parrilla',
      },
      { name: 'Rabas', price: 16900, description: 'Con limón y alioli.', picture: 'fried-shrimp', assembly: 'Cocina' },
      {
        name: 'Papas fritas',
        price: 6900,
        picture: 'french-fries',
        groups: [optional('Agregados', 3, ['Cheddar', 1900], ['Panceta', 1900], ['Verdeo', 700])],
        assembly: 'Cocina',
      },
      {
        name: 'Picada La Esquina',
        price: 28500,
        description: 'Para dos: fiambres, quesos, aceitunas y pan casero.',
        picture: 'cheese-wedge',
      },
      {
        name: 'Tortilla de papas',
        price: 10400,
        description: 'Babé o cocida.',
        picture: 'egg',
        groups: [choice('Punto', ['Babé', 0], ['Cocida', 0])],
        assembly: 'Cocina',
      },
      { name: 'Aceitunas', price: 3100, picture: 'olive' },
    ],
  },
  {
    name: 'Pizzas',
    items: [
      {
        name: 'Pizza de muzzarella',
        price: 11900,
        description: 'A la piedra, con aceitunas verdes.',
        picture: 'pizza',
        groups: [pizzaSize, toppings],
        assembly: 'Horno',
      },
      {
        name: 'Pizza napolitana',
        price: 13400,
        description: 'Tomate en rodajas, ajo y perejil.',
        picture: 'pizza',
        groups: [pizzaSize, toppings],
        assembly: 'Horno',
      },
      {
        name: 'Pizza de jamón y morrones',
        price: 14600,
        picture: 'pizza',
        groups: [pizzaSize, toppings],
        assembly: 'Horno',
      },
      {
        name: 'Fugazzeta rellena',
        price: 15900,
        description: 'Cebolla dulce y mucha muzzarella.',
        picture: 'pizza',
        groups: [pizzaSize],
        assembly: 'Horno',
      },
      { name: 'Pizza cuatro quesos', price: 15400, picture: 'pizza', groups: [pizzaSize, toppings], assembly: 'Horno' },
      {
        name: 'Pizza de rúcula y crudo',
        price: 16800,
        description: 'Con parmesano.',
        picture: 'leafy-green',
        groups: [pizzaSize],
        assembly: 'Horno',
      },
      { name: 'Calzone', price: 13200, assembly: 'Horno' },
      { name: 'Fainá', price: 1900, description: 'La porción.', picture: 'pie', assembly: 'Horno' },
    ],
  },
  {
    name: 'Hamburguesas y sándwiches',
    items: [
      {
        name: 'Hamburguesa clásica',
        price: 12900,
        description: 'Medallón de 160 g, lechuga, tomate y papas.',
        picture: 'hamburger',
        groups: [cooking, burgerExtras, sauces],
        assembly: 'Parrilla',
      },
      {
        name: 'Hamburguesa doble cheddar',
        price: 16400,
        description: 'Dos medallones, cuatro fetas de cheddar y papas.',
        picture: 'hamburger',
        groups: [cooking, burgerExtras, sauces],
        assembly: 'Parrilla',
      },
      {
        name: 'Hamburguesa veggie',
        price: 12400,
        description: 'De lentejas y remolacha.',
        picture: 'falafel',
        groups: [burgerExtras, sauces],
        assembly: 'Cocina',
      },
      {
        name: 'Choripán',
        price: 6400,
        description: 'Con chimichurri o salsa criolla.',
        picture: 'hot-dog',
        groups: [choice('Salsa', ['Chimichurri', 0], ['Criolla', 0], ['Las dos', 0])],
        assembly: 'Parrilla',
      },
      {
        name: 'Lomito completo',
        price: 17900,
        description: 'Lomo, jamón, queso, huevo, lechuga y tomate.',
        picture: 'baguette-bread',
        groups: [cooking, sauces],
        assembly: 'Parrilla',
      },
      { name: 'Milanesa al pan', price: 11800, picture: 'sandwich', groups: [sauces], assembly: 'Cocina' },
      {
        name: 'Sándwich de miga',
        price: 2100,
        description: 'Triple.',
        picture: 'sandwich',
        groups: [choice('Gusto', ['Jamón y queso', 0], ['Tomate y lechuga', 0], ['Huevo y aceitunas', 0])],
      },
      {
        name: 'Pancho',
        price: 4200,
        picture: 'hot-dog',
        groups: [optional('Salsas', 4, ['Mayonesa', 0], ['Ketchup', 0], ['Mostaza', 0], ['Lluvia de papas', 300])],
        assembly: 'Cocina',
      },
    ],
  },
];

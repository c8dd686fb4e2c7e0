/** A table or bar place on a floor map, in canvas units of 800 × 800. */
export interface TablePlace {
  readonly codeId: number;
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly shape: 'round' | 'square';
}

const table = ({ codeId, label, x, y, shape }: TablePlace) => ({
  className: 'Group',
  attrs: { x, y, code_id: codeId, name: 'code' },
  children: [
    shape === 'round'
      ? { className: 'Circle', attrs: { x: 50, y: 50, radius: 48, fill: '#f4ead7', stroke: '#7a5c33', strokeWidth: 2 } }
      : {
          className: 'Rect',
          attrs: {
            x: 0,
            y: 0,
            width: 100,
            height: 100,
            cornerRadius: 10,
            fill: '#f4ead7',
            stroke: '#7a5c33',
            strokeWidth: 2,
          },
        },
    {
      className: 'Text',
      attrs: { x: 0, y: 40, width: 100, align: 'center', fontSize: 20, fill: '#3b2c17', text: label },
    },
  ],
});

/** JSON of the canvas: the room, a wall with its name, and the places with their code_id. */
export const floorMapDrawing = (title: string, places: readonly TablePlace[]): string =>
  JSON.stringify({
    className: 'Stage',
    attrs: { width: 800, height: 800 },
    children: [
      {
        className: 'Layer',
        attrs: {},
        children: [
          {
            className: 'Rect',
            attrs: {
              x: 10,
              y: 10,
              width: 780,
              height: 780,
              cornerRadius: 16,
              fill: '#fbf7ef',
              stroke: '#c9b48f',
              strokeWidth: 4,
            },
          },
          { className: 'Text', attrs: { x: 40, y: 30, fontSize: 28, fill: '#7a5c33', text: title } },
          {
            className: 'Line',
            attrs: { points: [20, 720, 500, 720], stroke: '#7a5c33', strokeWidth: 8, lineCap: 'round' },
          },
          ...places.map(table),
        ],
      },
    ],
  });
